import type { ExpiredCard } from '#domain/expiry.ts';
import { formatCad, sum } from '#domain/money.ts';
import { CONVERT_AFTER_DAYS, sellPrice } from '#domain/sellback.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/** The most cards that a mail lists. The page My cards shows the others (choice 74). */
const CARDS_NAMED_MAX = 50;

/**
 * Notifies the owner of cards whose thirty days are over. If `converts` is true, the cards have become credits,
 * otherwise they are locked. `cards` has at least one card, and the most valuable comes first.
 */
export function endedCardsMail({
  cards,
  converts,
  head,
}: {
  cards: ExpiredCard[];
  converts: boolean;
  head: Letterhead;
}): Mail {
  const total = sum(...cards.map((card) => sellPrice(card.marketValue)));
  const isOne = cards.length === 1;
  const named = isOne ? cards[0]!.name : `${cards.length} cards`;
  const unnamed = cards.length - CARDS_NAMED_MAX;
  return writeMail(head, {
    kind: converts ? 'cards_converted' : 'cards_locked',
    subject: converts
      ? `${named} converted to credits: ${formatCad(total)}`
      : `${named} ${isOne ? 'is' : 'are'} locked`,
    parts: [
      converts
        ? `The ${CONVERT_AFTER_DAYS} days of ${isOne ? 'this card' : 'these cards'} were over, so ${isOne ? 'it' : 'they'} converted to credits at half of the market value at that moment. ${formatCad(total)} was added to your balance.`
        : `The ${CONVERT_AFTER_DAYS} days of ${isOne ? 'this card' : 'these cards'} were over, and you have switched automatic conversion off. ${isOne ? 'It stays' : 'They stay'} yours, but can’t be sold or shipped until we release ${isOne ? 'it' : 'them'} for ${CONVERT_AFTER_DAYS} more days or convert ${isOne ? 'it' : 'them'}. Ask for a release with the button in My cards, or write to ${head.contact}.`,
      {
        rows: cards.slice(0, CARDS_NAMED_MAX).map((card) => ({
          name: card.name,
          note: `market ${formatCad(card.marketValue)}`,
          amount: sellPrice(card.marketValue),
        })),
        amountsAre: converts ? 'credits' : 'sells for',
        total,
      },
      ...(unnamed <= 0 ? [] : [`And ${unnamed} more, listed in My cards.`]),
      {
        link: `${head.publicUrl}/my-cards${converts ? '?tab=history' : ''}`,
        label: 'See them in My cards',
      },
    ],
  });
}

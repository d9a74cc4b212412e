import type { PackOpening } from '#contract/opening.ts';
import { COLLECTION_RARITY } from '#domain/card.ts';
import { formatCad, sum } from '#domain/money.ts';
import { writeMail, type Mail } from '../write-mail.ts';

// Nobody reads a mail of fifteen hundred lines; the rest is in the collection.
const CARDS_MAX = 60;

/** Tells what was revealed in one opening, or in all packs of a purchase: the best card first. */
export function openingsMail(openings: PackOpening[], publicUrl: string): Mail {
  const cards = openings
    .flatMap(({ packName, cards: inside }) => inside.map((card) => ({ ...card, packName })))
    .sort((a, b) => b.sellPrice - a.sellPrice || b.value - a.value);
  const total = sum(...cards.map((card) => card.sellPrice));
  const [best] = cards;
  const isOne = openings.length === 1;
  const packs = isOne ? openings[0]!.packName : `${openings.length} packs`;
  const left = cards.length - CARDS_MAX;
  return writeMail({
    kind: 'openings',
    subject: `You opened ${packs}: ${cards.length} cards`,
    parts: [
      ...(best === undefined
        ? []
        : [`Your best card is ${best.name}, worth ${formatCad(best.sellPrice)} in credits.`]),
      {
        rows: cards.slice(0, CARDS_MAX).map((card) => ({
          name: card.name,
          note: [
            COLLECTION_RARITY[card.rarity],
            ...(card.foil ? ['foil'] : []),
            ...(isOne ? [] : [card.packName]),
          ].join(' · '),
          amount: card.sellPrice,
        })),
        ...(left > 0 ? {} : { total }),
      },
      ...(left > 0
        ? [`And ${left} more. All ${cards.length} cards are worth ${formatCad(total)} in credits.`]
        : []),
      'These are the credit values of today. They follow the market until you sell.',
      { link: `${publicUrl}/my-cards`, label: 'See your cards' },
    ],
  });
}

import type { Finish } from '#domain/card.ts';
import { printingWords } from '#domain/finish-words.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { CARDS_TOLD_MOST } from '#domain/notice.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail, type MailPart } from '../write-mail.ts';

type Card = {
  id: string;
  name: string;
  setName: string;
  nativeRarity: string;
  finish: Finish;
  marketValue: Cents;
};
type PackType = { id: string; name: string };

const wishes = (head: Letterhead): MailPart => ({
  link: `${head.publicUrl}/wishes`,
  label: 'See your wishes',
});

const editionOf = (card: Pick<Card, 'setName' | 'nativeRarity' | 'finish'>) =>
  `${card.setName} · ${printingWords(card)}`;

/**
 * Notifies a user of new packs that can hold cards on their wish list. The mail groups cards with the packs that can
 * hold them.
 */
export function stockMail(
  arrivals: { packTypes: PackType[]; cards: Card[] }[],
  head: Letterhead,
): Mail {
  const [first] = arrivals.flatMap(({ cards }) => cards);
  const count = arrivals.reduce((sum, { cards }) => sum + cards.length, 0);
  return writeMail(head, {
    kind: 'wish_stock',
    subject:
      count === 1
        ? `Packs came in that can hold ${first!.name}`
        : `Packs came in that can hold ${count} cards you wish for`,
    parts: [
      ...arrivals.flatMap(({ packTypes, cards }): MailPart[] => {
        const unnamed = cards.length - CARDS_TOLD_MOST;
        return [
          `Packs of ${listed(packTypes.map(({ name }) => name))} came in. Going by what such packs are filled with, they can hold:`,
          {
            amountsAre: 'market',
            rows: cards.slice(0, CARDS_TOLD_MOST).map((card) => ({
              name: card.name,
              note: editionOf(card),
              amount: card.marketValue,
            })),
          },
          ...(unnamed > 0 ? [`And ${unnamed} more of your wishes.`] : []),
          ...packTypes.map(({ id, name }) => ({
            link: `${head.publicUrl}/pack/${id}`,
            label: `See ${name}`,
          })),
        ];
      }),
      'Nobody looked into these packs for this mail, so each of them may hold none of your cards. We tell you once, unless you wish for a card again.',
      wishes(head),
    ],
  });
}

/** Notifies a user of copies on sale of cards on their wish list. */
export function singleMail(cards: (Card & { price: Cents })[], head: Letterhead): Mail {
  const named = cards.slice(0, CARDS_TOLD_MOST);
  return writeMail(head, {
    kind: 'wish_single',
    subject:
      cards.length === 1
        ? `There is one now: ${cards[0]!.name}`
        : `There are copies now of ${cards.length} cards you wish for`,
    parts: [
      'You wished for this, and we sell a copy of it now. The price is that of the cheapest one, before tax:',
      {
        rows: named.map((card) => ({ name: card.name, note: editionOf(card), amount: card.price })),
      },
      ...(cards.length > named.length
        ? [`And ${cards.length - named.length} more of your wishes.`]
        : []),
      ...named.map(({ id, name }) => ({
        link: `${head.publicUrl}/card/${id}`,
        label: `See ${name}`,
      })),
      'We don’t reserve it for you. We tell you once, unless you wish for a card again.',
      wishes(head),
    ],
  });
}

/** Notifies a user that packs that were out of stock are for sale again. */
export function backMail(packs: (PackType & { price: Cents })[], head: Letterhead): Mail {
  return writeMail(head, {
    kind: 'wish_back',
    subject:
      packs.length === 1 ? `${packs[0]!.name} is back` : `${packs.length} packs are back in stock`,
    parts: [
      'You wanted to be told when this is for sale again:',
      { rows: packs.map(({ name, price }) => ({ name, amount: price })) },
      ...packs.map(({ id, name }) => ({
        link: `${head.publicUrl}/pack/${id}`,
        label: `See ${name}`,
      })),
      'We don’t reserve one for you. We tell you once, unless you ask again.',
      wishes(head),
    ],
  });
}

/** Notifies a user of market values that crossed a line which the user had set. */
export function priceMail(
  crossed: (Card & { line: Cents; isAbove: boolean })[],
  head: Letterhead,
): Mail {
  const [first] = crossed;
  return writeMail(head, {
    kind: 'wish_price',
    subject:
      crossed.length === 1
        ? `${first!.name} is at ${formatCad(first!.marketValue)}`
        : `${crossed.length} cards crossed a price line you set`,
    parts: [
      'You set a line at a market value, and it was crossed:',
      {
        amountsAre: 'market',
        rows: crossed.map(({ name, line, isAbove, marketValue, ...card }) => ({
          name,
          note: `${editionOf(card)} · ${isAbove ? 'rose to your line at' : 'fell to your line at'} ${formatCad(line)}`,
          amount: marketValue,
        })),
      },
      'Prices follow public sources and are refreshed once a day. We tell you once for each line.',
      wishes(head),
    ],
  });
}

function listed(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

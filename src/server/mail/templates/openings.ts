import type { PackOpening } from '#contract/opening.ts';
import { COLLECTION_RARITY, OPENING_RARITY, type Rarity } from '#domain/card.ts';
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
  const market = sum(...cards.map((card) => card.value));
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
        : [
            `Your best card is ${best.name}: its market value is ${formatCad(best.value)}, and it sells for ${formatCad(best.sellPrice)}.`,
          ]),
      {
        amountsAre: 'sells for',
        rows: cards.slice(0, CARDS_MAX).map((card) => ({
          name: card.name,
          note: [
            rarityWords(card.rarity),
            ...(card.foil ? ['foil'] : []),
            ...(isOne ? [] : [card.packName]),
            `market ${formatCad(card.value)}`,
          ].join(' · '),
          amount: card.sellPrice,
        })),
        ...(left > 0 ? {} : { total, totalNote: `market ${formatCad(market)}` }),
      },
      ...(left > 0
        ? [
            `And ${left} more. The market value of all ${cards.length} cards together is ${formatCad(market)}, and they sell for ${formatCad(total)}.`,
          ]
        : []),
      'These are the prices of today. They follow the market until you sell.',
      { link: `${publicUrl}/my-cards`, label: 'See your cards' },
    ],
  });
}

/** The collection's word, which the mail leads to, and the one under which the card was just seen. */
function rarityWords(rarity: Rarity): string {
  const [word, seen] = [COLLECTION_RARITY[rarity], OPENING_RARITY[rarity]];
  return word === seen ? word : `${word} (${seen})`;
}

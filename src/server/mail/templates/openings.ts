import type { PackOpening } from '#contract/opening.ts';
import type { Rarity } from '#domain/card.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import { rarityWords } from '#domain/rarity-words.ts';
import type { Letterhead } from '../letterhead.ts';
import type { MailPart } from '../write-mail.ts';

// The most cards that a mail lists, because nobody reads fifteen hundred lines. The page My cards shows the others.
const CARDS_MAX = 60;

/** The cards revealed in one opening, or in all packs of a purchase, with their values at the time of opening. */
export type OpenedValues = {
  /** The pack's name if there is only one pack, otherwise the number of packs. */
  packs: string | number;
  cardCount: number;
  /** `total`: the sum of the cards' sell-back prices. `market`: their market value. */
  total: Cents;
  market: Cents;
  /** The most valuable cards, at most CARDS_MAX. If there are several packs, `packName` is set. */
  cards: {
    name: string;
    rarity: Rarity;
    isFoil?: true;
    packName?: string;
    value: Cents;
    sellPrice: Cents;
  }[];
};

export function openedValues(openings: PackOpening[]): OpenedValues {
  const isOne = openings.length === 1;
  const cards = openings
    .flatMap(({ packName, cards: inside }) => inside.map((card) => ({ ...card, packName })))
    .sort((a, b) => b.sellPrice - a.sellPrice || b.value - a.value);
  return {
    packs: isOne ? openings[0]!.packName : openings.length,
    cardCount: cards.length,
    total: sum(...cards.map((card) => card.sellPrice)),
    market: sum(...cards.map((card) => card.value)),
    cards: cards.slice(0, CARDS_MAX).map(({ name, rarity, foil, packName, value, sellPrice }) => ({
      name,
      rarity,
      ...(foil && { isFoil: true }),
      ...(!isOne && { packName }),
      value,
      sellPrice,
    })),
  };
}

export type OpeningsMail = { kind: 'openings'; subject: string; facts: OpenedValues };

/** Notifies the owner of opened packs. */
export function openingsMail(openings: PackOpening[]): OpeningsMail {
  const facts = openedValues(openings);
  return { kind: 'openings', subject: sentenceOf(facts), facts };
}

function sentenceOf({ packs, cardCount }: OpenedValues): string {
  return `You opened ${typeof packs === 'number' ? `${packs} packs` : packs}: ${cardCount} cards`;
}

/** Describes the opened packs as parts of a receipt, because the receipt's subject does not mention them. */
export function partsOfOpenedBelow(facts: OpenedValues, head: Letterhead): MailPart[] {
  return [`${sentenceOf(facts)}.`, ...partsOfOpened(facts, head)];
}

export function partsOfOpened(facts: OpenedValues, head: Letterhead): MailPart[] {
  const { cards, cardCount, total, market } = facts;
  const [best] = cards;
  const left = cardCount - cards.length;
  return [
    ...(best === undefined
      ? []
      : [
          `Your best card is ${best.name}: its market value is ${formatCad(best.value)}, and it sells for ${formatCad(best.sellPrice)}.`,
        ]),
    {
      amountsAre: 'sells for',
      rows: cards.map(({ name, rarity, isFoil, packName, value, sellPrice }) => ({
        name,
        note: [
          rarityWords(rarity),
          ...(isFoil === true ? ['foil'] : []),
          ...(packName === undefined ? [] : [packName]),
          `market ${formatCad(value)}`,
        ].join(' · '),
        amount: sellPrice,
      })),
      ...(left > 0 ? {} : { total, totalNote: `market ${formatCad(market)}` }),
    },
    ...(left > 0
      ? [
          `And ${left} more. The market value of all ${cardCount} cards together is ${formatCad(market)}, and they sell for ${formatCad(total)}.`,
        ]
      : []),
    'These are the newest prices that we know. They follow the market until you sell.',
    { link: `${head.publicUrl}/my-cards`, label: 'See your cards' },
  ];
}

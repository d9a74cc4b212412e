// Computes the mean value of a pack from the sealed packs, whose values the database reveals only as a sum. If that is
// not possible, estimates it from how packs of the type are filled. Nobody looks into a single sealed pack
// (docs/product.md §13).
import { RARITIES, type Finish, type Rarity } from './card.ts';
import { formatCad, toCents, type Cents } from './money.ts';

/**
 * A kind of cards. Cards of one kind are in a pack about equally often, because a booster's slot holds one kind or a
 * few.
 */
type CardKind = { setId: string; nativeRarity: string; finish: Finish };

/** How many cards of each kind a pack holds on average. Empty if that is not known. */
export type Filling = readonly (CardKind & { perPack: number })[];

/** The cards of one kind that a pack can hold: their number, and their mean market value. */
export type KindValue = CardKind & { rarity: Rarity; cards: number; meanCents: number };

/**
 * How the value was computed. `counted` is the mean of the sealed packs themselves, at least 20. `filling` uses the
 * number of cards of each kind in a pack, and `odds` only the published chances. With `cards`, even the chances are
 * unknown, so every card that the pack can hold counts as equally likely. That is far too high for a set with a few
 * expensive cards.
 */
export const EXPECTED_VALUE_BASES = ['counted', 'filling', 'odds', 'cards'] as const;
export type ExpectedValue = { amount: Cents; basis: (typeof EXPECTED_VALUE_BASES)[number] };

/** The facts about a pack type from which the value of a pack is computed. */
type KnownOfType = {
  /** The mean of the counted sealed packs. Null if no packs are counted. */
  counted: Cents | null;
  cardCount: number;
  filling: Filling;
  odds: readonly { rarity: Rarity; chance: number }[];
};

/**
 * The expected value of a pack. It is the mean of the counted packs, or else an estimate, rounded half up to a cent.
 * Null if no card is known that the pack can hold. The estimate by odds takes one card of each rarity with its
 * chance, and fills the pack with the lowest rarity. Within a rarity it weights every printing equally. Real
 * boosters have fewer expensive printings, so this estimate is too high.
 */
export function expectedValueOf(
  { counted, cardCount, filling, odds }: KnownOfType,
  values: readonly KindValue[],
): ExpectedValue | null {
  if (counted !== null) return { amount: counted, basis: 'counted' };
  const all = meanCentsOf(values);
  if (all === null) return null;
  if (filling.length > 0) {
    const meanOf = new Map(values.map((one) => [nameOf(one), one.meanCents]));
    const total = filling.reduce(
      (cents, kind) => cents + kind.perPack * (meanOf.get(nameOf(kind)) ?? 0),
      0,
    );
    return { amount: toCents(Math.round(total)), basis: 'filling' };
  }
  if (odds.length === 0) return { amount: toCents(Math.round(cardCount * all)), basis: 'cards' };
  const meanOf = (rarity: Rarity) =>
    meanCentsOf(values.filter((one) => one.rarity === rarity)) ?? 0;
  const chanceOf = new Map(odds.map((one) => [one.rarity, one.chance]));
  const [lowest, ...higher] = RARITIES.filter((rarity) => chanceOf.has(rarity));
  let left = cardCount;
  let total = 0;
  for (const rarity of higher) {
    const chance = chanceOf.get(rarity) ?? 0;
    total += chance * meanOf(rarity);
    left -= chance;
  }
  total += Math.max(0, left) * (lowest === undefined ? 0 : meanOf(lowest));
  return { amount: toCents(Math.round(total)), basis: 'odds' };
}

function nameOf({ setId, nativeRarity, finish }: CardKind): string {
  return JSON.stringify([setId, nativeRarity, finish]);
}

/** The mean value of a card of these kinds. Null if there are none. */
function meanCentsOf(values: readonly KindValue[]): number | null {
  const cards = values.reduce((count, one) => count + one.cards, 0);
  if (cards === 0) return null;
  return values.reduce((cents, one) => cents + one.cards * one.meanCents, 0) / cards;
}

/** Whether a price is below half of a pack's expected value, which is almost always a mistake. */
export function isBelowHalf(price: Cents, expected: ExpectedValue | null): boolean {
  return expected !== null && price * 2 < expected.amount;
}

const GUESSED_FROM: Record<Exclude<ExpectedValue['basis'], 'counted'>, string> = {
  filling: 'how packs of the type are filled',
  odds: 'its odds, with every printing of a rarity equally likely, so rather too high',
  cards: 'all cards that it can hold, each equally likely, so often far too high',
};

/** The expected value in words. Without enough packs to count it is a guess, and the words say from what. */
export function expectedWords({ amount, basis }: ExpectedValue): string {
  const words = formatCad(amount);
  return basis === 'counted' ? words : `${words} (a guess from ${GUESSED_FROM[basis]})`;
}

/** The minimum number of opened packs of a type whose mean is shown. The mean of fewer packs says little. */
export const OPENED_PACKS_LEAST = 20;

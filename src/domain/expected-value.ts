// What a pack holds on average: counted over sealed packs, which the database tells as one sum, else estimated from how
// packs of its type are filled. Nobody looks into a sealed pack for it (docs/product.md §13).
import { RARITIES, type Finish, type Rarity } from './card.ts';
import { toCents, type Cents } from './money.ts';

/** What tells cards apart that lie in a pack about as often: a slot of a booster is of one kind, or of few. */
type CardKind = { setId: string; nativeRarity: string; finish: Finish };

/** How many cards of each kind a pack holds on average; empty while nobody knows. */
export type Filling = readonly (CardKind & { perPack: number })[];

/** The cards of one kind that a pack can hold: how many they are, and their mean market value. */
export type KindValue = CardKind & { rarity: Rarity; cards: number; meanCents: number };

/**
 * `counted`: the mean of the sealed packs themselves, at least 20. `filling`: from how many cards of each kind a pack holds. `odds`: from the published chances alone.
 * `cards`: not even those are known yet, so every card that the pack can hold counts as equally likely,
 * which for a set with a few dear cards is far too high.
 */
export const EXPECTED_VALUE_BASES = ['counted', 'filling', 'odds', 'cards'] as const;
export type ExpectedValue = { amount: Cents; basis: (typeof EXPECTED_VALUE_BASES)[number] };

/** What is known of a pack type. */
type KnownOfType = {
  /** The mean of its counted sealed packs; null where none are counted now. */
  counted: Cents | null;
  cardCount: number;
  filling: Filling;
  odds: readonly { rarity: Rarity; chance: number }[];
};

/**
 * What a pack is expected to hold: the mean of the counted ones, else an estimate, rounded half up to a cent; null where no card is known that it can hold. By
 * the odds alone a pack has one card of each rarity with its chance, and the lowest rarity fills the
 * rest; within a rarity every printing counts the same. Dear printings are rarer than that in real
 * boosters, so that estimate errs upwards.
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

/** The mean value of a card of some kinds; null for none. */
function meanCentsOf(values: readonly KindValue[]): number | null {
  const cards = values.reduce((count, one) => count + one.cards, 0);
  if (cards === 0) return null;
  return values.reduce((cents, one) => cents + one.cards * one.meanCents, 0) / cards;
}

/** Whether a price is below half of a pack's expected value: almost always a mistake. */
export function isBelowHalf(price: Cents, expected: ExpectedValue | null): boolean {
  return expected !== null && price * 2 < expected.amount;
}

/** So many opened packs of a type tell what they hold; the mean of fewer says little. */
export const OPENED_PACKS_LEAST = 20;

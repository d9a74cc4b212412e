// What a pack holds on average, estimated from what the shop publishes about it. Nobody looks into a
// sealed pack for it (docs/product.md §13).
import { RARITIES, type Rarity } from './card.ts';
import { toCents, type Cents } from './money.ts';

/** The cards of one rarity that a pack can hold: how many they are, and their mean market value. */
export type RarityValue = { rarity: Rarity; cards: number; meanCents: number };

/**
 * `odds`: from the published chances. `cards`: nobody knows them yet, so every card that the pack can
 * hold counts as equally likely, which for a set with a few dear cards is far too high.
 */
export type ExpectedValue = { amount: Cents; basis: 'odds' | 'cards' };

/**
 * The estimate for a pack of `cardCount` cards, rounded half up to a cent; null where no card is known
 * that it can hold. By the odds a pack has one card of each rarity with its chance, and the lowest
 * rarity fills the rest; within a rarity every printing counts the same. Dear printings are rarer than
 * that in real boosters, so the estimate errs upwards.
 */
export function expectedValueOf(
  cardCount: number,
  odds: readonly { rarity: Rarity; chance: number }[],
  values: readonly RarityValue[],
): ExpectedValue | null {
  const cards = values.reduce((sum, one) => sum + one.cards, 0);
  if (cards === 0) return null;
  if (odds.length === 0) {
    const total = values.reduce((sum, one) => sum + one.cards * one.meanCents, 0);
    return { amount: toCents(Math.round((cardCount * total) / cards)), basis: 'cards' };
  }
  const meanOf = new Map(values.map((one) => [one.rarity, one.meanCents]));
  const chanceOf = new Map(odds.map((one) => [one.rarity, one.chance]));
  const [lowest, ...higher] = RARITIES.filter((rarity) => chanceOf.has(rarity));
  let left = cardCount;
  let total = 0;
  for (const rarity of higher) {
    const chance = chanceOf.get(rarity) ?? 0;
    total += chance * (meanOf.get(rarity) ?? 0);
    left -= chance;
  }
  total += Math.max(0, left) * (lowest === undefined ? 0 : (meanOf.get(lowest) ?? 0));
  return { amount: toCents(Math.round(total)), basis: 'odds' };
}

/** Whether a price is below half of a pack's expected value: almost always a mistake. */
export function isBelowHalf(price: Cents, expected: ExpectedValue | null): boolean {
  return expected !== null && price * 2 < expected.amount;
}

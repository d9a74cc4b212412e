// The amounts of data in a shop of the benchmark, and the ids of its accounts and packs.
import type { Sizes } from './yardstick-schema.ts';

export type ToSeed = Sizes & {
  /** The number of packs to open, and of cards to sell, each by another account. */
  actions: number;
  /** How many of the first accounts have a collection; `packsOfCollector` opened packs each. */
  collectors: number;
  packsOfCollector: number;
  /** Whether every type is on sale as a drop. In a clone from before there were drops, all types are loose. */
  inDrops: boolean;
  /** The number of further types that are always loose. Each has as many packs as each other type. */
  looseTypes: number;
};

export type SeededSale = { account: number; cards: { cardId: string; packOpeningId: string }[] };

export type Seeded = { packs: { account: number; packId: string }[]; sales: SeededSale[] };

export const CARDS_A_SALE = 10;

/** The id of an account, by its number from 0. */
export function accountOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The id of the session of the same account. */
export function sessionOf(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}

/** The id of a pack type, by its number from 0. Type 0 is the one that every buyer wants. */
export function packTypeOf(number: number): string {
  return `bench-${number + 10}`;
}

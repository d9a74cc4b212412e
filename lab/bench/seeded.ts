// The amounts of data in a shop of the benchmark, and the ids of its accounts and packs by their numbers.
import type { Sizes } from './yardstick-schema.ts';

export type ToSeed = Sizes & {
  /** The number of packs to open, and of sales. Each account has at most one pack to open and one sale. */
  actions: number;
  /** How many of the first accounts have a collection. Each collection has `packsOfCollector` opened packs. */
  collectors: number;
  packsOfCollector: number;
  /** Whether every type is on sale as a drop. In a clone from before there were drops, all types are loose. */
  inDrops: boolean;
  /** The number of further types that are always loose. Each has as many packs as the other types. */
  looseTypes: number;
  /** The number of singles on sale. */
  singles: number;
};

export type SeededSale = { account: number; cards: { cardId: string; packOpeningId: string }[] };

export type Seeded = {
  packs: { account: number; packId: string }[];
  sales: SeededSale[];
  /** The ids of singles on sale. Missing in a clone from before there were singles. */
  singles?: string[];
};

export const CARDS_A_SALE = 10;

/** The id of an account, by its number from 0. */
export function accountOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The id of an account's session, by the account's number from 0. */
export function sessionOf(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}

/** The id of a pack type, by its number from 0. Every buyer wants type 0. */
export function packTypeOf(number: number): string {
  return `bench-${number + 10}`;
}

// What a shop of the benchmark is filled with, and how its people and packs are called.
import type { Sizes } from './yardstick-schema.ts';

export type ToSeed = Sizes & {
  /** How many packs there are to open, and how many sales to make, each of another account. */
  actions: number;
  /** The first accounts have a collection of so many opened packs. */
  collectors: number;
  packsOfCollector: number;
  /** Every type is on sale as a drop; a clone that knows nothing of drops has all of it loose. */
  inDrops: boolean;
  /** So many more types are loose all the same, with as many packs each as the others. */
  looseTypes: number;
};

export type SeededSale = { account: number; cards: { cardId: string; packOpeningId: string }[] };

export type Seeded = { packs: { account: number; packId: string }[]; sales: SeededSale[] };

export const CARDS_A_SALE = 10;

/** The id of an account, by its number from 0. */
export function accountOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** The session that the same account is signed in by. */
export function sessionOf(number: number): string {
  return `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`;
}

/** A pack type by its number from 0, which is the one that everybody wants. */
export function packTypeOf(number: number): string {
  return `bench-${number + 10}`;
}

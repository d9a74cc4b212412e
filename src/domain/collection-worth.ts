// The value of a collection day by day, the money that its owner paid, and the money that came back (docs/product.md
// §9). The figures never show a gain that was not made, because gifts count on neither side, and unsold cards count at
// the shop's buyback price.
import type { JournalKind } from './journal-kind.ts';
import { difference, sum, ZERO, type Cents } from './money.ts';
import type { DaySum } from './spending.ts';

/** A change of the collection's value on a day. */
export type WorthChange = { date: string; what: 'here' | 'home' | 'sealed'; by: Cents };

export type WorthOfDay = {
  date: string;
  paid: Cents;
  back: Cents;
  here: Cents;
  home: Cents;
  sealed: Cents;
};

export type CollectionMoney = {
  packs: Cents;
  shipping: Cents;
  soldBack: Cents;
  /** Below zero if the owner paid more for debts than the refunds brought. */
  refunds: Cents;
  bonus: Cents;
};

type MoneySum = Pick<DaySum, 'date' | 'kind' | 'in' | 'out'>;

/**
 * The part to which each kind of journal belongs. Null stands for bought credits and those from another shop, which
 * are the same money in another form (choice 48). Kinds that are not listed count as refunds.
 */
const PART_OF: Partial<Record<JournalKind, keyof CollectionMoney | null>> = {
  pack_purchase: 'packs',
  shipping_fee: 'shipping',
  card_sale: 'soldBack',
  card_conversion: 'soldBack',
  bonus_credit: 'bonus',
  credit_purchase: null,
  imported_credit: null,
};

/**
 * Adds up each part. `packs` and `shipping` are the money that the owner paid, minus the money that came back. The
 * other parts are the money that the owner got, minus the money that the shop took back.
 */
export function collectionMoney(sums: readonly MoneySum[]): CollectionMoney {
  const money = { packs: ZERO, shipping: ZERO, soldBack: ZERO, refunds: ZERO, bonus: ZERO };
  for (const one of sums) {
    const part = one.kind in PART_OF ? PART_OF[one.kind]! : 'refunds';
    if (part === null) continue;
    const cameIn = difference(one.in, one.out);
    const isPaid = part === 'packs' || part === 'shipping';
    money[part] = isPaid ? difference(money[part], cameIn) : sum(money[part], cameIn);
  }
  return money;
}

/**
 * The value at the end of each day of `dates`, which must be in order. Changes and sums from before the first day
 * count on the first day.
 */
export function worthByDay(
  dates: readonly string[],
  changes: readonly WorthChange[],
  sums: readonly MoneySum[],
): WorthOfDay[] {
  const first = dates[0] ?? '';
  const atLeastFirst = (date: string) => (date < first ? first : date);
  const changesOf = Map.groupBy(changes, ({ date }) => atLeastFirst(date));
  const sumsOf = Map.groupBy(sums, ({ date }) => atLeastFirst(date));
  const now = { paid: ZERO, back: ZERO, here: ZERO, home: ZERO, sealed: ZERO };
  return dates.map((date) => {
    for (const { what, by } of changesOf.get(date) ?? []) now[what] = sum(now[what], by);
    const money = collectionMoney(sumsOf.get(date) ?? []);
    now.paid = sum(now.paid, money.packs, money.shipping);
    now.back = sum(now.back, money.soldBack, money.refunds);
    return { date, ...now };
  });
}

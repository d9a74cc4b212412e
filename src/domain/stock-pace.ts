// How fast the packs of a type sell (docs/product.md §13).
import { LOW_STOCK_DAYS, UNSOLD_DAYS } from './waiting.ts';

export type StockPace = {
  name: string;
  /** Packs for sale. */
  left: number;
  /** Packs that were sold within the last seven days, minus packs that came back. */
  soldInWeek: number;
  /** Days since a pack was last sold. Null if none was sold on any day that the shop's daily counts cover. */
  soldDaysAgo: number | null;
  /** Days since the oldest pack for sale came in. Null if there is none. */
  inStockDays: number | null;
};

/**
 * `daysLeft`: how long the packs last at the pace of the last week; 0 if they are sold out, or null if none was sold in
 * that week. `unsoldDays`: for how many days packs have been for sale without a sale; null if none is for sale.
 */
export function paceOf({ name, left, soldInWeek, soldDaysAgo, inStockDays }: StockPace): {
  name: string;
  daysLeft: number | null;
  unsoldDays: number | null;
} {
  const isSoldOut = left <= 0 && soldDaysAgo !== null;
  return {
    name,
    daysLeft: isSoldOut ? 0 : left > 0 && soldInWeek > 0 ? (left * 7) / soldInWeek : null,
    unsoldDays: inStockDays === null ? null : Math.min(inStockDays, soldDaysAgo ?? Infinity),
  };
}

export function isLow(pace: StockPace): boolean {
  const { daysLeft } = paceOf(pace);
  return daysLeft !== null && daysLeft < LOW_STOCK_DAYS;
}

export function isUnsold(pace: StockPace): boolean {
  const { unsoldDays } = paceOf(pace);
  return unsoldDays !== null && unsoldDays > UNSOLD_DAYS;
}

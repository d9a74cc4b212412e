// What remains of bought credits, and of which top-up (docs/product.md §6): the oldest top-up is spent first. The
// database tells which part of a movement was bought (`bought_part`).
import { difference, least, sum, toCents, ZERO, type Cents } from './money.ts';

/** A movement of a user's credits. */
export type CreditMovement = {
  /** Below 0 if credits went out. */
  amount: Cents;
  /** The part of it that was bought, from 0. */
  bought: Cents;
  /** What it was about. What gives credits back has the reference of what spent them. */
  reference: string;
  /** `back`: the shop gave back what was spent. */
  cause: 'top_up' | 'gift' | 'back' | 'to_card' | 'debt' | 'other';
  /** The top-up that brought the credits, for which they were given, or whose money went back. Null: there is none. */
  topUpId: string | null;
  at: Date;
};

/** Bought credits that are left. `topUpId` null: no card stands behind them. */
type CreditLot = { topUpId: string | null; left: Cents };

export type CreditLots = {
  /** Oldest first. */
  bought: CreditLot[];
  /** What is left of the credits that operators gave for each top-up. */
  gifts: ReadonlyMap<string, Cents>;
};

/**
 * What remains, by all movements of a user from the first on. Gifts for a top-up are spent before other earned
 * credits. `lostAt`: when a bank took the money of a top-up back for good; the debt for it takes that top-up first.
 */
export function creditLots(
  movements: CreditMovement[],
  lostAt: ReadonlyMap<string, Date>,
): CreditLots {
  const bought: CreditLot[] = [];
  const gifts: CreditLot[] = [];
  const spentOn = new Map<string, { lot: CreditLot; amount: Cents }[]>();
  const spend = (lots: CreditLot[], most: Cents, reference: string): void => {
    let rest = most;
    for (const lot of lots) {
      const amount = least(rest, lot.left);
      if (amount === 0) continue;
      lot.left = difference(lot.left, amount);
      rest = difference(rest, amount);
      spentOn.set(reference, [...(spentOn.get(reference) ?? []), { lot, amount }]);
    }
  };
  /** Puts back what was spent last on the same thing. Returns what was never spent on it. */
  const putBack = (lots: CreditLot[], most: Cents, reference: string): Cents => {
    let rest = most;
    for (const spent of (spentOn.get(reference) ?? []).toReversed()) {
      if (!lots.includes(spent.lot)) continue;
      const amount = least(rest, spent.amount);
      spent.lot.left = sum(spent.lot.left, amount);
      spent.amount = difference(spent.amount, amount);
      rest = difference(rest, amount);
    }
    return rest;
  };
  for (const { amount, bought: part, reference, cause, topUpId, at } of movements) {
    const earned = toCents(Math.abs(amount) - part);
    if (amount < 0) {
      const isFirst = ({ topUpId: id }: CreditLot): boolean => {
        if (cause === 'to_card') return id === topUpId;
        const lost = cause === 'debt' && id !== null ? lostAt.get(id) : undefined;
        return lost !== undefined && lost <= at;
      };
      spend(inOrder(bought, isFirst), part, reference);
      spend(
        inOrder(gifts, ({ topUpId: id }) => id === topUpId),
        earned,
        reference,
      );
      continue;
    }
    const left = cause === 'back' ? putBack(bought, part, reference) : part;
    if (left > 0) bought.push({ topUpId: cause === 'top_up' ? topUpId : null, left });
    if (cause === 'back') putBack(gifts, earned, reference);
    if (cause === 'gift' && topUpId !== null) gifts.push({ topUpId, left: earned });
  }
  return {
    bought: bought.filter(({ left }) => left > 0),
    gifts: sumOfEach(gifts),
  };
}

function inOrder(lots: CreditLot[], isFirst: (lot: CreditLot) => boolean): CreditLot[] {
  return [...lots.filter(isFirst), ...lots.filter((lot) => !isFirst(lot))];
}

function sumOfEach(lots: CreditLot[]): Map<string, Cents> {
  const sums = new Map<string, Cents>();
  for (const { topUpId, left } of lots) {
    sums.set(topUpId!, sum(sums.get(topUpId!) ?? ZERO, left));
  }
  return sums;
}

// Computes which bought credits are unspent, and from which top-ups they came (docs/product.md §6). The oldest top-up
// is spent first. The database computes which part of a movement was bought (`bought_part`).
import { difference, least, sum, toCents, ZERO, type Cents } from './money.ts';

/** A movement of a user's credits. */
export type CreditMovement = {
  /** Below 0 if credits went out. */
  amount: Cents;
  /** The part of the amount that was bought credits. It is never below 0. */
  bought: Cents;
  /**
   * The id of what the movement was about. A movement that gives credits back has the reference of the movement that
   * spent them.
   */
  reference: string;
  /** `back` means that the shop gave spent credits back. */
  cause: 'top_up' | 'gift' | 'back' | 'to_card' | 'debt' | 'other';
  /**
   * The top-up to which the movement belongs. It brought these credits, or they were a gift for it, or its money
   * went back to the card. Null if there is no such top-up.
   */
  topUpId: string | null;
  at: Date;
};

/** Bought credits that are unspent. If `topUpId` is null, they belong to no top-up, so they can go back to no card. */
type CreditLot = { topUpId: string | null; left: Cents };

export type CreditLots = {
  /** The lots of bought credits, oldest first. */
  bought: CreditLot[];
  /** The unspent credits that operators gave for a top-up, by the id of the top-up. */
  gifts: ReadonlyMap<string, Cents>;
};

/**
 * Computes the unspent credits from all movements of a user, which must be ordered oldest first. Gifts for a top-up
 * are spent before other earned credits. `lostAt` says when a bank took back the money of a top-up for good. The
 * resulting debt is taken from the credits of this top-up first.
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
  /**
   * Puts credits back into the lots from which they were spent on this reference, the last spent first. Returns the
   * amount that was never spent on this reference.
   */
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

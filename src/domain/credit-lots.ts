// Computes which bought credits are unspent, and which top-ups they came from (docs/product.md §6): the oldest top-up
// is spent first. The database computes which part of a movement was bought (`bought_part`).
import { difference, least, sum, toCents, ZERO, type Cents } from './money.ts';

/** A movement of a user's credits. */
export type CreditMovement = {
  /** Below 0 if credits went out. */
  amount: Cents;
  /** The part of the amount that was bought credits; never below 0. */
  bought: Cents;
  /**
   * The id of what the movement was about. A movement that gives credits back has the reference of the one that spent
   * them.
   */
  reference: string;
  /** `back`: the shop gave spent credits back. */
  cause: 'top_up' | 'gift' | 'back' | 'to_card' | 'debt' | 'other';
  /**
   * The top-up that brought these credits, or for which they were a gift, or whose money went back to the card. Null:
   * none.
   */
  topUpId: string | null;
  at: Date;
};

/** Bought credits that are unspent. `topUpId` null: they belong to no top-up, so they can go back to no card. */
type CreditLot = { topUpId: string | null; left: Cents };

export type CreditLots = {
  /** Oldest first. */
  bought: CreditLot[];
  /** By the id of a top-up: the unspent credits that operators gave for it. */
  gifts: ReadonlyMap<string, Cents>;
};

/**
 * Computes the unspent credits from all movements of a user, oldest first. Gifts for a top-up are spent before other
 * earned credits. `lostAt`: when a bank took the money of a top-up back for good. The debt from that is taken from the
 * same top-up first.
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
   * Puts credits back into the lots from which they were last spent on this reference. Returns the amount that was
   * never spent on it.
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

// Compares the clients' responses with the database. Finds responses that no longer hold, and changes that no response
// reported.
import { expect } from 'vitest';
import { countViolations } from '../../src/server/admin/run-audit.ts';
import { expectAgreement } from '../kit/buyers.ts';
import { countLost, type Completed } from '../kit/customer.ts';
import type { Paying } from '../kit/payers.ts';
import { cardClearing, heldByStripe } from '../kit/stripe.ts';
import { until } from '../kit/until.ts';
import type { Person, World } from '../kit/world.ts';
import { allCompleted, type Crowd } from './crowd.ts';

export type Verdict = {
  compared: number;
  /** Requests that get another response when they are sent again with the same key. */
  lost: number;
  /** Openings that are in the database although no client got a response about them. */
  doubled: number;
  /** Invariants of money and stock that the audit finds broken. */
  violations: number;
};

/** How long Stripe may take to notify the shop of the last payment. */
const TOLD_WITHIN_S = 60;

/**
 * Sends every answered request again with its key, and counts the responses that differ. If nothing is lost, compares
 * balances, cards, openings and payments one by one with the owners' responses, and the shop's books with Stripe's
 * records.
 */
export async function compare(world: World, crowd: Crowd): Promise<Verdict> {
  const { load, paying } = crowd;
  const verdict = await count(world, load.address, allCompleted(crowd), [
    ...load.shoppers.map(({ person }) => person),
    ...paying.people,
  ]);
  if (verdict.lost > 0) return verdict;
  await expectAgreement(world, load);
  for (const person of paying.people) await expectAsPaid(world, paying, person);
  await expectPaidOnce(world, paying);
  return verdict;
}

/** Sends these people's requests again, each with its key, and counts the responses that differ. */
export async function count(
  world: World,
  address: () => string,
  completed: Completed[],
  people: Person[],
): Promise<Verdict> {
  const lost = await countLost(address, completed);
  const { rows } = await world.owner.query<{ untold: number }>(
    `select count(*)::int as untold from openings
      where user_id = any($1::uuid[]) and not id = any($2::uuid[])`,
    [people.map(({ userId }) => userId), completed.flatMap(({ openingIds }) => openingIds)],
  );
  const violations = await countBroken(world);
  return { compared: completed.length, lost, doubled: rows[0]!.untold, violations };
}

/** How many violations the audit finds. */
async function countBroken({ context }: World): Promise<number> {
  const counts = await countViolations(context);
  return counts.reduce((total, { violations }) => total + violations, 0);
}

async function expectAsPaid(world: World, { opened }: Paying, { userId }: Person): Promise<void> {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from physical_cards where opened_by_id = $1',
    [userId],
  );
  const theirs = opened.filter(({ person }) => person.userId === userId);
  expect(new Set(rows.map(({ id }) => id))).toEqual(
    new Set(theirs.flatMap(({ cardIds }) => cardIds)),
  );
}

/** Expects that each payment brought its packs once, to one buyer, and that Stripe's records match the books. */
async function expectPaidOnce(world: World, { paid, stripe }: Paying): Promise<void> {
  const ids = paid.flatMap(({ packIds }) => packIds);
  expect(new Set(ids).size).toBe(ids.length);
  await until('the books and Stripe at one', TOLD_WITHIN_S, async () => {
    const [booked, held] = [await cardClearing(world), await heldByStripe(stripe)];
    return booked === held;
  });
}

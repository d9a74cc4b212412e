// What the clients were told beside what is there: answers that are not true any more, and things that nobody was told of.
import { expect } from 'vitest';
import { countViolations } from '../../src/server/admin/run-audit.ts';
import { inParallel } from '../../src/testing/crowd.ts';
import { decide, type Request } from '../kit/customer.ts';
import { expectAsAnswered } from '../kit/load.ts';
import { cardClearing, heldByStripe } from '../kit/stripe.ts';
import type { Person, World } from '../kit/world.ts';
import { FRONT } from './places.ts';
import type { Crowd, Payer } from './shoppers.ts';
import { until } from '../kit/until.ts';

export type Verdict = {
  compared: number;
  /** Answered once, and answered otherwise when asked again with the same key. */
  lost: number;
  /** Openings that are there and that nobody was told of. */
  doubled: number;
  /** Promises about money and stock that the audit finds broken. */
  violations: number;
};

const AT_ONCE = 8;
/** Until Stripe has told the shop of the last payment. */
const TOLD_WITHIN_S = 60;

/**
 * Asks everything that was answered again, by its key, and counts. Where nothing is lost, balances, cards, openings and
 * payments must be, one by one, what their owners were told, and the shop's books what Stripe has.
 */
export async function compare(world: World, crowd: Crowd): Promise<Verdict> {
  const { load, payers } = crowd;
  const told = [...load.shoppers, ...payers].flatMap(({ person, journal }) =>
    journal.map((one) => ({ person, ...one })),
  );
  const lost = await countLost(told);
  const openings = [
    ...load.shoppers.map(({ person, openings: ids }) => ({ person, ids: [...ids] })),
    ...payers.map(({ person, opened }) => ({
      person,
      ids: [...opened.values()].map(({ openingId }) => openingId),
    })),
  ];
  const doubled = await countUntold(world, openings);
  const violations = await countBroken(world);
  const verdict = { compared: told.length, lost, doubled, violations };
  if (lost > 0) return verdict;
  await expectAsAnswered(world, load);
  for (const payer of payers) await expectAsPaid(world, payer);
  await expectPaidOnce(world, crowd);
  return verdict;
}

/** How many of these are answered otherwise now. */
export async function countLost(
  told: { person: Person; request: Request; text: string }[],
): Promise<number> {
  const same = await inParallel(told, AT_ONCE, async ({ person, request, text }) => {
    const again = await decide(FRONT, person, request);
    return again.text === text;
  });
  return same.filter((isSame) => !isSame).length;
}

/** How many openings these people have that nobody told them of. */
export async function countUntold(
  world: World,
  openings: { person: Person; ids: string[] }[],
): Promise<number> {
  const { rows } = await world.owner.query<{ untold: number }>(
    `select count(*)::int as untold from openings
      where user_id = any($1::uuid[]) and not id = any($2::uuid[])`,
    [openings.map(({ person }) => person.userId), openings.flatMap(({ ids }) => ids)],
  );
  return rows[0]!.untold;
}

/** How often the audit finds a promise broken. */
export async function countBroken({ context }: World): Promise<number> {
  const counts = await countViolations(context);
  return counts.reduce((total, { violations }) => total + violations, 0);
}

async function expectAsPaid(world: World, { person, opened }: Payer): Promise<void> {
  const { rows } = await world.owner.query<{ id: string }>(
    'select id from physical_cards where opened_by_id = $1',
    [person.userId],
  );
  expect(new Set(rows.map(({ id }) => id))).toEqual(
    new Set([...opened.values()].flatMap(({ cardIds }) => cardIds)),
  );
}

/** Each payment brought its packs once, to one buyer, and Stripe holds what the books say. */
async function expectPaidOnce(world: World, { payers, stripe }: Crowd): Promise<void> {
  const packIds = payers.flatMap(({ paid }) => [...paid.values()].flat());
  expect(new Set(packIds).size).toBe(packIds.length);
  await until('the books and Stripe at one', TOLD_WITHIN_S, async () => {
    const [booked, held] = [await cardClearing(world), await heldByStripe(stripe)];
    return booked === held;
  });
}

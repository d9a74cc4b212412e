// Causes one failure after the other, on one cluster, under 32 clients. Every confirmed result must be in the database
// exactly once, and the shop must sell again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bring, openStripe, type FakeStripe } from '../kit/stripe.ts';
import { openWorld, type World } from '../kit/world.ts';
import { bringUp, openShops, takeDown, type Up } from './cluster.ts';
import { compare, count, type Verdict } from './compare.ts';
import {
  ASYNCHRONOUS,
  changeSettings,
  findLeader,
  SYNCHRONOUS,
  untilAsynchronous,
  untilWhole,
} from './database.ts';
import { FAILURES, restart } from './failures.ts';
import { untilFront } from './front.ts';
import { cut, killMachine, mend } from './machines.ts';
import { FRONT, MACHINES } from './places.ts';
import { gather, shop } from './crowd.ts';
import { report } from './table.ts';
import { until } from '../kit/until.ts';
import { visitPages, showPages } from './pages.ts';
import { gatherBuyers, runLoad, completedOf } from '../kit/buyers.ts';
import { during, type Responses } from '../kit/customer.ts';
import type { Visited } from '../kit/visitors.ts';

let stripe: FakeStripe;
let world: World;
let up: Up;

beforeAll(async () => {
  stripe = await openStripe();
  up = await bringUp();
  Object.assign(up.settings, stripe.environment);
  const { settings } = up;
  await openShops(settings);
  world = openWorld(settings.DATABASE_URL, settings, settings['AUTH_SECRET']);
  await stripe.sandbox.deliverTo(async (event) => (await bring(FRONT, event)).status);
});

afterAll(async () => {
  // The cluster ends first, so that a failed start leaves nothing behind for the next file.
  await takeDown();
  await stripe.close();
  await world.close();
});

/** 20 clients pay with credits, two from each account, and 12 clients pay by card. */
const CREDIT_CLIENTS = 20;
const CARD_CLIENTS = 12;
const PACKS = 5_000;
/** The number of sales before a failure, and again after it. */
const SALES = 60;
const SELLS_WITHIN_S = 120;
const named = FAILURES.map((failure) => [failure.name, failure] as const);

test.each(named)('%s', async (name, { aim = Infinity, times = 1, happen, heal }) => {
  await untilWhole();
  await untilFront();
  const crowd = await gather(
    world,
    stripe,
    { address: () => FRONT, people: CREDIT_CLIENTS / 2, clients: CREDIT_CLIENTS, packs: PACKS },
    { payers: CARD_CLIENTS, opens: true },
  );
  const { responses, load } = crowd;
  await showPages(load.packTypeId);
  const [[visited], away] = await during(
    (isOver) => Promise.all([visitPages(load.packTypeId, isOver), shop(crowd, isOver)]),
    async () => {
      const pauses: number[] = [];
      while (pauses.length < times) {
        const cluster = await untilWhole();
        await untilSold(responses, SALES);
        const from = performance.now();
        await happen(cluster, up);
        await untilSold(responses, SALES);
        heal?.(cluster, up);
        await untilWhole();
        await untilSold(responses, SALES);
        pauses.push(longestPause(responses.soldAt, from));
      }
      return pauses;
    },
  );
  const verdict = await compare(world, crowd);
  tell(name, responses, { away, pages: pagesOf(visited, load.packTypeId), verdict });
  expect(responses.faults).toEqual([]);
  expect(visited.failed).toEqual({});
  expect(verdict).toMatchObject({ lost: 0, doubled: 0, violations: 0 });
  expect(Math.max(...away)).toBeLessThan(aim);
});

async function untilSold({ soldAt }: Responses, more: number): Promise<void> {
  const enough = soldAt.length + more;
  await until(`${more} more sales`, SELLS_WITHIN_S, () => soldAt.length >= enough);
}

/** The longest pause between two sales, in seconds, among the pauses that ended after `from`. */
function longestPause(soldAt: number[], from: number): number {
  const pauses = soldAt.slice(1).map((at, index) => (at > from ? at - soldAt[index]! : 0));
  return Math.max(...pauses) / 1000;
}

function tell(
  name: string,
  responses: Responses,
  { away, pages, verdict }: { away: number[]; pages: string; verdict: Verdict },
): void {
  report({
    failure: name,
    away: away.map((seconds) => seconds.toFixed(1)).join(', '),
    sold: String(responses.soldAt.length),
    compared: String(verdict.compared),
    lost: String(verdict.lost),
    doubled: String(verdict.doubled),
    later: String(responses.countOf(503)),
    faults: String(responses.faults.length),
    balancer: String(responses.notTheShop),
    unreached: String(responses.countOf(0) - responses.notTheShop),
    pages,
    audit: verdict.violations === 0 ? 'zeros' : `${verdict.violations} broken`,
  });
}

function pagesOf({ statuses, failed }: Visited, packTypeId: string): string {
  const kinds = Object.entries(failed).map(([said, times]) => `${said} ×${times}`);
  const looked = Object.values(statuses).reduce((sum, times) => sum + times, 0);
  return `${kinds.join(', ').replaceAll(packTypeId, '…') || '0'} of ${looked}`;
}

/** The number of the control's clients, who only buy. */
const BUYERS = 32;
/** The number of purchases that are confirmed while no standby receives changes. */
const UNHEARD = 50;

test('the control: held-back asynchronous replication loses confirmed purchases', async () => {
  const { leader } = await untilWhole();
  await changeSettings(ASYNCHRONOUS, up.passwords);
  await untilAsynchronous();
  const load = await gatherBuyers(world, {
    address: () => FRONT,
    people: BUYERS,
    clients: BUYERS,
    packs: PACKS,
    onlyBuys: true,
  });
  const { responses } = load;
  const others = MACHINES.filter((one) => one !== leader).map(({ database }) => database);
  const [, away] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      await untilSold(responses, SALES);
      cut(leader, others);
      await untilSold(responses, UNHEARD);
      const from = performance.now();
      await killMachine(leader);
      await until('another primary', SELLS_WITHIN_S, findLeader);
      await untilSold(responses, SALES);
      return [longestPause(responses.soldAt, from)];
    },
  );
  mend(leader, others);
  restart(leader, up);
  await changeSettings(SYNCHRONOUS, up.passwords);
  await untilWhole();
  const people = load.shoppers.map(({ person }) => person);
  const verdict = await count(world, load.address, completedOf(load), people);
  tell('control: the primary is killed, its replication asynchronous and held back', responses, {
    away,
    pages: 'nobody looked',
    verdict,
  });
  expect(responses.faults).toEqual([]);
  expect(verdict.lost).toBeGreaterThan(0);
  expect(verdict.violations).toBe(0);
});

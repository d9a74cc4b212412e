// One failure after the other, on one cluster, under 32 clients. Every confirmed result must be there, once, and the shop must
// sell again.
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
import { gatherBuyers, runLoad, answeredOf } from '../kit/buyers.ts';
import { during, type Answers } from '../kit/customer.ts';
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
  // This comes first, so that a failed start leaves nothing behind for the next file.
  await takeDown();
  await stripe.close();
  await world.close();
});

/** 20 clients pay with credits, two for each account; 12 pay by card. */
const CREDIT_CLIENTS = 20;
const CARD_CLIENTS = 12;
const PACKS = 5_000;
/** Number of sales before a failure, and again after it. */
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
  const { answers, load } = crowd;
  await showPages(load.packTypeId);
  const [[visited], away] = await during(
    (isOver) => Promise.all([visitPages(load.packTypeId, isOver), shop(crowd, isOver)]),
    async () => {
      const pauses: number[] = [];
      while (pauses.length < times) {
        const cluster = await untilWhole();
        await untilSold(answers, SALES);
        const from = performance.now();
        await happen(cluster, up);
        await untilSold(answers, SALES);
        heal?.(cluster, up);
        await untilWhole();
        await untilSold(answers, SALES);
        pauses.push(longestPause(answers.soldAt, from));
      }
      return pauses;
    },
  );
  const verdict = await compare(world, crowd);
  tell(name, answers, { away, pages: pagesOf(visited, load.packTypeId), verdict });
  expect(answers.faults).toEqual([]);
  expect(visited.failed).toEqual({});
  expect(verdict).toMatchObject({ lost: 0, doubled: 0, violations: 0 });
  expect(Math.max(...away)).toBeLessThan(aim);
});

async function untilSold({ soldAt }: Answers, more: number): Promise<void> {
  const enough = soldAt.length + more;
  await until(`${more} more sales`, SELLS_WITHIN_S, () => soldAt.length >= enough);
}

/** The longest pause between two sales, in seconds, among the pauses that lasted beyond `from`. */
function longestPause(soldAt: number[], from: number): number {
  const pauses = soldAt.slice(1).map((at, index) => (at > from ? at - soldAt[index]! : 0));
  return Math.max(...pauses) / 1000;
}

function tell(
  name: string,
  answers: Answers,
  { away, pages, verdict }: { away: number[]; pages: string; verdict: Verdict },
): void {
  report({
    failure: name,
    away: away.map((seconds) => seconds.toFixed(1)).join(', '),
    sold: String(answers.soldAt.length),
    compared: String(verdict.compared),
    lost: String(verdict.lost),
    doubled: String(verdict.doubled),
    later: String(answers.countOf(503)),
    faults: String(answers.faults.length),
    balancer: String(answers.notTheShop),
    unanswered: String(answers.countOf(0) - answers.notTheShop),
    pages,
    audit: verdict.violations === 0 ? 'zeros' : `${verdict.violations} broken`,
  });
}

function pagesOf({ statuses, failed }: Visited, packTypeId: string): string {
  const kinds = Object.entries(failed).map(([said, times]) => `${said} ×${times}`);
  const looked = Object.values(statuses).reduce((sum, times) => sum + times, 0);
  return `${kinds.join(', ').replaceAll(packTypeId, '…') || '0'} of ${looked}`;
}

/** Number of the control's clients, who only buy. */
const BUYERS = 32;
/** Number of purchases that are confirmed while no standby receives them. */
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
  const { answers } = load;
  const others = MACHINES.filter((one) => one !== leader).map(({ database }) => database);
  const [, away] = await during(
    (isOver) => runLoad(load, isOver),
    async () => {
      await untilSold(answers, SALES);
      cut(leader, others);
      await untilSold(answers, UNHEARD);
      const from = performance.now();
      await killMachine(leader);
      await until('another primary', SELLS_WITHIN_S, findLeader);
      await untilSold(answers, SALES);
      return [longestPause(answers.soldAt, from)];
    },
  );
  mend(leader, others);
  restart(leader, up);
  await changeSettings(SYNCHRONOUS, up.passwords);
  await untilWhole();
  const people = load.shoppers.map(({ person }) => person);
  const verdict = await count(world, load.address, answeredOf(load), people);
  tell('control: the primary is killed, its replication asynchronous and held back', answers, {
    away,
    pages: 'nobody looked',
    verdict,
  });
  expect(answers.faults).toEqual([]);
  expect(verdict.lost).toBeGreaterThan(0);
  expect(verdict.violations).toBe(0);
});

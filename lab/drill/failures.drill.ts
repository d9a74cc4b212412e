// One failure after the other, on one cluster, under 32 clients: what was answered is there, once, and the shop sells again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bring, openStripe, type FakeStripe } from '../kit/stripe.ts';
import { openWorld, type World } from '../kit/world.ts';
import { gatherBuyers } from './buyers.ts';
import { bringUp, openShops, takeDown, type Up } from './cluster.ts';
import { compare, countBroken, countLost, countUntold, type Verdict } from './compare.ts';
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
import { gather, shop, type Crowd } from './shoppers.ts';
import { report } from './table.ts';
import { until } from '../kit/until.ts';
import { lookAtPages, type Looking, showPages } from './visitors.ts';

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
  // First, so that nothing is left for the next file where the start failed.
  await takeDown();
  await stripe.close();
  await world.close();
});

/** Sales before a failure, and again once it is over. */
const SALES = 60;
const SELLS_WITHIN_S = 120;
const named = FAILURES.map((failure) => [failure.name, failure] as const);

test.each(named)('%s', async (name, { aim = Infinity, times = 1, happen, heal }) => {
  await untilWhole();
  await untilFront();
  const crowd = await gather(world, stripe);
  await showPages(crowd.load.packTypeId);
  let isOver = false;
  const clients = shop(crowd, () => isOver);
  const visitor = lookAtPages(crowd.load.packTypeId, () => isOver);
  const story = (async () => {
    const pauses: number[] = [];
    while (pauses.length < times) {
      const cluster = await untilWhole();
      await untilSold(crowd, SALES);
      const from = performance.now();
      await happen(cluster, up);
      await untilSold(crowd, SALES);
      heal?.(cluster, up);
      await untilWhole();
      await untilSold(crowd, SALES);
      pauses.push(longestPause(crowd.told.soldAt, from));
    }
    isOver = true;
    return pauses;
  })();
  // A client whose answer was not as it must be ends the story at once.
  await Promise.race([story, clients]).finally(() => (isOver = true));
  const [away, looking] = await Promise.all([story, visitor, clients]);
  const verdict = await compare(world, crowd);
  tell(name, crowd, { away, looking, verdict });
  expect(crowd.told.faults).toEqual([]);
  expect(Object.fromEntries(looking.failed)).toEqual({});
  expect(verdict).toMatchObject({ lost: 0, doubled: 0, violations: 0 });
  expect(Math.max(...away)).toBeLessThan(aim);
});

async function untilSold({ told }: Pick<Crowd, 'told'>, more: number): Promise<void> {
  const enough = told.soldAt.length + more;
  await until(`${more} more sales`, SELLS_WITHIN_S, () => told.soldAt.length >= enough);
}

/** Seconds, of those that went on after `from`. */
function longestPause(soldAt: number[], from: number): number {
  const pauses = soldAt.slice(1).map((at, index) => (at > from ? at - soldAt[index]! : 0));
  return Math.max(...pauses) / 1000;
}

function tell(
  name: string,
  { told }: Pick<Crowd, 'told'>,
  { away, looking, verdict }: { away: number[]; looking: Looking | null; verdict: Verdict },
): void {
  report({
    failure: name,
    away: away.map((seconds) => seconds.toFixed(1)).join(', '),
    sold: String(told.soldAt.length),
    compared: String(verdict.compared),
    lost: String(verdict.lost),
    doubled: String(verdict.doubled),
    later: String(told.countOf(503)),
    faults: String(told.faults.length),
    balancer: String(told.balancerSaid),
    unanswered: String(told.countOf(0) - told.balancerSaid),
    pages: looking === null ? 'nobody looked' : pagesOf(looking),
    audit: verdict.violations === 0 ? 'zeros' : `${verdict.violations} broken`,
  });
}

function pagesOf({ looked, failed }: Looking): string {
  const kinds = [...failed].map(([said, times]) => `${said} ×${times}`).join(', ');
  return `${kinds === '' ? '0' : kinds} of ${looked}`;
}

/** Purchases that are answered while no standby hears of them. */
const UNHEARD = 50;

test('the control: asynchronous replication, held back, loses answered purchases', async () => {
  const { leader } = await untilWhole();
  await changeSettings(ASYNCHRONOUS, up.passwords);
  await untilAsynchronous();
  const buyers = await gatherBuyers(world);
  let isOver = false;
  const clients = buyers.buy(() => isOver);
  const others = MACHINES.filter((one) => one !== leader).map(({ database }) => database);
  const story = (async () => {
    await untilSold(buyers, SALES);
    cut(leader, others);
    await untilSold(buyers, UNHEARD);
    const from = performance.now();
    await killMachine(leader);
    await until('another primary', SELLS_WITHIN_S, findLeader);
    await untilSold(buyers, SALES);
    isOver = true;
    return [longestPause(buyers.told.soldAt, from)];
  })();
  await Promise.race([story, clients]).finally(() => (isOver = true));
  const [away] = await Promise.all([story, clients]);
  mend(leader, others);
  restart(leader, up);
  await changeSettings(SYNCHRONOUS, up.passwords);
  await untilWhole();
  const doubled = await countUntold(world, buyers.openings());
  const lost = await countLost(buyers.bought);
  const violations = await countBroken(world);
  tell('control: the primary is killed, its replication asynchronous and held back', buyers, {
    away,
    looking: null,
    verdict: { compared: buyers.bought.length, lost, doubled, violations },
  });
  expect(buyers.told.faults).toEqual([]);
  expect(lost).toBeGreaterThan(0);
  expect(violations).toBe(0);
});

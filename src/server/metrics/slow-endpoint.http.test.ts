// Tests that an endpoint that becomes slow is noticed by the shop's own log, and by Prometheus' rule if promtool is
// installed. The database really is slow, but the test's clock skips the minutes between two polls.
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { purchasePack } from '#contract/checkout.ts';
import { SLOW_TIMES } from '#domain/slow-endpoint.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { promtoolOn, readScrape } from '../../testing/scrapes.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { ADDRESS, cardsOf, groupsOf } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { responseSent } from '../runtime/events.ts';
import { collectMetrics, type Metrics } from './collect.ts';
import type { Sample } from './conditions.ts';
import { takeTimings, type Timings } from './timings.ts';
import { watchSpeed, type SpeedWatch } from './watch-speed.ts';

type Line = { event?: string; statement?: string; endpoints?: { endpoint: string }[] };
const lines: Line[] = [];
const log = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
const shop = useTestApp({ LOG_LEVEL: 'info' }, { cards: true, log });
let packId: string;
let origin: string;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far the speed watch's clock is ahead of the shop's clock. */
let shiftMs = 0;
let timings: Timings;
let watch: SpeedWatch;
let metrics: Metrics;

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 200, purchaseLimit: null });
  await shop.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(shop.app.server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  lines.length = 0;
  watchAnew();
});
afterAll(() => stopWatching());

function stopWatching(): void {
  timings.stop();
  metrics.stop();
}

/** Restarts the speed watch, as in a process that has just begun. */
function watchAnew(): void {
  if (timings !== undefined) stopWatching();
  timings = takeTimings();
  const now = () => new Date(shop.context.now().getTime() + shiftMs);
  watch = watchSpeed({ ...shop.context, now }, timings, { pollsByItself: false });
  metrics = collectMetrics(shop.context, shop.context.db.client as pg.Pool, timings);
}

/** Lets a minute pass for the speed watch. */
async function passMinute(): Promise<void> {
  shiftMs += MINUTE_MS;
  await watch.poll();
}

const scrape = async (): Promise<Sample[]> =>
  readScrape((await metrics.read()).text).filter(({ name }) => name.startsWith('shop_endpoint_'));

const warnings = () => lines.filter(({ event }) => event === 'endpoint_slow');

/** Calls the shop over HTTP, as a browser does. */
async function call(as: SignedIn, path: string, body: object): Promise<void> {
  const response = await fetch(`${origin}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${as.accessToken}`,
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
}

async function cardOfSomebody(): Promise<{
  as: SignedIn;
  items: Awaited<ReturnType<typeof cardsOf>>;
}> {
  const as = await shop.signUp(100);
  // This purchase does not go over HTTP, so that it isn't timed.
  const [sealed] = await buySealedPacks(shop.context, as.userId, packId, 1);
  const opened = await shop.call('POST', `/packs/${sealed}/open`, { as });
  expect(opened.status).toBe(200);
  return { as, items: await cardsOf(shop, as) };
}

/** Actions of shoppers. Each action is prepared first, and then sent as one call over HTTP. */
const ACTS: Record<
  string,
  {
    endpoint: string;
    table: string;
    on: 'insert' | 'update';
    statement: RegExp;
    ready: () => Promise<() => Promise<void>>;
  }
> = {
  'a purchase': {
    endpoint: 'POST /api/packs/purchase',
    table: 'orders',
    on: 'insert',
    statement: /^insert orders~/,
    ready: async () => {
      const as = await shop.signUp(100);
      return () => call(as, '/packs/purchase', { packId });
    },
  },
  'a card payment': {
    endpoint: 'POST /api/payments/create-payment-intent',
    table: 'payments',
    on: 'insert',
    statement: /^insert payments~/,
    ready: async () => {
      const as = await shop.signUp();
      const body = { packs: [{ packId, quantity: 1 }] };
      return () => call(as, '/payments/create-payment-intent', body);
    },
  },
  'an opening': {
    endpoint: 'POST /api/packs/:packId/open',
    table: 'openings',
    on: 'insert',
    statement: /^select open_packs_of_each~/,
    ready: async () => {
      const as = await shop.signUp(100);
      const [sealed] = await buySealedPacks(shop.context, as.userId, packId, 1);
      return () => call(as, `/packs/${sealed}/open`, {});
    },
  },
  'the sale of a card': {
    endpoint: 'POST /api/cards/sell',
    table: 'physical_cards',
    on: 'update',
    statement: /^update physical_cards~/,
    ready: async () => {
      const { as, items } = await cardOfSomebody();
      const [item] = items;
      const body = { cardId: item!.card.id, packOpeningId: item!.packOpeningId };
      return () => call(as, '/cards/sell', body);
    },
  },
  'a shipment': {
    endpoint: 'POST /api/shipping/requests',
    table: 'shipments',
    on: 'insert',
    statement: /^insert shipments~/,
    ready: async () => {
      const { as, items } = await cardOfSomebody();
      const body = {
        cardGroups: groupsOf(items),
        shippingAddress: ADDRESS,
        paymentMethod: 'balance',
      };
      return () => call(as, '/shipping/requests', body);
    },
  },
};

/** Delays each statement that writes to a table. */
async function slowDown(
  table: string,
  on: string,
  seconds: number,
): Promise<() => Promise<unknown>> {
  await shop.owner.query(
    `create function take_time() returns trigger language plpgsql as $$ begin perform pg_sleep(${seconds}); return null; end $$;
     create trigger take_time before ${on} on ${table} for each statement execute function take_time()`,
  );
  return () => shop.owner.query(`drop trigger take_time on ${table}; drop function take_time()`);
}

test.each(Object.entries(ACTS))(
  '%s that takes six times as long is reported within ten minutes, with its name and its statement',
  async (_name, { endpoint, table, on, statement, ready }) => {
    // The shop counts these calls as yesterday's.
    for (let times = 0; times < 3; times += 1) await (await ready())();
    for (let minute = 0; minute < 5; minute += 1) await passMinute();
    const { rows } = await shop.owner.query<{ median_s: number }>(
      'select median_s from endpoint_medians where endpoint = $1 order by measured_at desc limit 1',
      [endpoint],
    );
    const usual = rows[0]!.median_s;
    shiftMs += DAY_MS;
    // A watch that has just begun reads yesterday's medians from the database.
    watchAnew();
    lines.length = 0;
    const scrapes = [await scrape()];
    const calls = await Promise.all(Array.from({ length: 7 }, ready));
    // The watch restarts, so that the calls of the preparation don't count as today's.
    watchAnew();
    const stop = await slowDown(table, on, Math.max(0.08, usual * 2 * SLOW_TIMES));
    let minutes = 0;
    try {
      for (const doIt of calls.slice(0, 3)) await doIt();
      await passMinute();
      expect(warnings()).toEqual([]);
      for (const doIt of calls.slice(3)) {
        minutes += 1;
        await doIt();
        await passMinute();
        scrapes.push(await scrape());
        if (warnings().length > 0) break;
      }
    } finally {
      await stop();
    }
    expect(minutes).toBeLessThan(10);
    expect(warnings()).toHaveLength(1);
    const [warning] = warnings();
    expect(warning!.endpoints!.map((one) => one.endpoint)).toEqual([endpoint]);
    expect(warning!.statement).toMatch(statement);
    const course = { scrapes, scrapedAt: new Date() };
    expect(
      promtoolOn(course, {
        minutes: 10,
        fires: ['ShopEndpointSlow'],
        leftOut: ['ShopPurchasesSlow'],
      }),
    ).toBe('');
    // If no further calls follow, the alert ends. Its end is logged once.
    for (let minute = 0; minute < 7; minute += 1) await passMinute();
    expect(lines.filter(({ event }) => event === 'endpoint_slow_over')).toHaveLength(1);
    const told = warnings().length;
    await passMinute();
    expect(warnings()).toHaveLength(told);
  },
);

test('a held lock is reported with the statement that waits for it', async () => {
  const calls = await Promise.all(Array.from({ length: 7 }, () => ACTS['a card payment']!.ready()));
  watchAnew();
  for (const [at, doIt] of calls.entries()) {
    const client = await shop.owner.connect();
    await client.query('begin; lock table payments in share mode');
    const done = doIt();
    // The lock is released after a request has waited for it long enough.
    await expect
      .poll(async () => {
        const { rows } = await shop.owner.query<{ waiting: number }>(
          `select count(*)::int as waiting from pg_locks where not granted and relation = 'payments'::regclass`,
        );
        return rows[0]!.waiting;
      })
      .toBe(1);
    await client.query('select pg_sleep(0.2)');
    await client.query('rollback');
    client.release();
    await done;
    if (at >= 2) await passMinute();
  }
  expect(warnings().length).toBeGreaterThan(0);
  const named = warnings().at(-1)!;
  expect(named.endpoints!.map((one) => one.endpoint)).toEqual([ACTS['a card payment']!.endpoint]);
  expect(named.statement).toMatch(/^insert payments~/);
});

describe('an hour', () => {
  /** Publishes a response that took `seconds`, but sends no request, so that the load of the machine doesn't matter. */
  const publish = (seconds: number, elsewhere = 0) =>
    responseSent.publish({
      method: 'POST',
      route: '/api/packs/purchase',
      endpoint: purchasePack,
      status: 200,
      seconds: seconds + elsewhere,
      elsewhere,
      inDatabase: 0,
    });

  async function hour(eachMinute: (minute: number) => void): Promise<void> {
    shiftMs += 3 * DAY_MS;
    watchAnew();
    const scrapes: Sample[][] = [];
    for (let minute = 0; minute < 60; minute += 1) {
      eachMinute(minute);
      await passMinute();
      scrapes.push(await scrape());
    }
    const course = { scrapes, scrapedAt: new Date() };
    expect(promtoolOn(course, { minutes: 60, fires: [], leftOut: [] })).toBe('');
  }

  test('at rest is silent', async () => {
    await hour(() => {});
    expect(warnings()).toEqual([]);
  });

  test('of ordinary sales is silent, even with a cold first one', async () => {
    await hour((minute) => {
      publish(minute === 0 ? 0.4 : 0.012);
    });
    expect(warnings()).toEqual([]);
  });

  test('in which the card provider takes seconds is silent', async () => {
    await hour(() => {
      publish(0.012, 4);
      publish(0.012, 4);
    });
    expect(warnings()).toEqual([]);
  });

  test('of slowness is reported once a minute, after the first three', async () => {
    shiftMs += 3 * DAY_MS;
    watchAnew();
    for (let minute = 0; minute < 60; minute += 1) {
      for (let times = 0; times < 3; times += 1) publish(0.09);
      await passMinute();
    }
    expect(warnings()).toHaveLength(57);
  });

  test('as slow as the day before is silent, and one four times as slow is not', async () => {
    shiftMs += 3 * DAY_MS;
    watchAnew();
    const go = async (seconds: number, minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        for (let times = 0; times < 3; times += 1) publish(seconds);
        await passMinute();
      }
    };
    await go(0.09, 60);
    expect(warnings().length).toBeGreaterThan(0);
    shiftMs += DAY_MS - 30 * MINUTE_MS;
    watchAnew();
    lines.length = 0;
    await go(0.09, 20);
    expect(warnings()).toEqual([]);
    await go(0.4, 10);
    expect(warnings().length).toBeGreaterThan(0);
  });
});

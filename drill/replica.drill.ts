// A replica that streams, behind one address, read by three processes of the shop under buyers: what an operator just did they see
// at once, all the while, and whatever becomes of the replica they get an answer.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { ask, decide } from '../faults/harness/customer.ts';
import { makePeople, openWorld, type Person, type World } from '../faults/harness/world.ts';
import { gatherBuyers, type Buyers } from './buyers.ts';
import { bringUp, openShops, takeDown, type Up } from './cluster.ts';
import { findLeader, untilWhole } from './database.ts';
import { restart } from './failures.ts';
import { killMachine } from './machines.ts';
import { FRONT, type Machine, POSTGRES_PORT, REPLICA_PORT, SHOP_PORTS } from './places.ts';
import { until } from './until.ts';

let up: Up;
let world: World;
let buyers: Buyers;
let isOver = false;
let buying: Promise<void>;
/** One does things and looks at once, the other only looks. */
let [doer, onlooker]: Person[] = [];

beforeAll(async () => {
  up = await bringUp();
  const url = new URL(up.settings.APP_DATABASE_URL);
  url.port = String(REPLICA_PORT);
  up.settings['READ_DATABASE_URL'] = url.href;
  // The migration makes the login by which the replica is read.
  await openShops({ ...up.settings, SANDBOX: 'on' });
  world = openWorld(up.settings.DATABASE_URL, up.settings, up.settings['AUTH_SECRET']);
  [doer, onlooker] = await makePeople(world, 2, 0);
  await world.owner.query(`update users set role = 'admin' where id = any ($1)`, [
    [doer!.userId, onlooker!.userId],
  ]);
  buyers = await gatherBuyers(world);
  buying = buyers.buy(() => isOver, BUYS_EVERY_MS);
});

afterAll(async () => {
  isOver = true;
  await buying;
  await world.close();
  await takeDown();
});

// So that there are packs to the end, on a fast machine too.
const BUYS_EVERY_MS = 3_000;
const SECONDS = 15;
const STANDS_WITHIN_S = 90;

type Tried = { actions: number; missed: number; unanswered: number };

/** Gives credits and looks through the transactions for them, again and again, while something happens. */
async function doAndLook(while_: () => Promise<unknown>): Promise<Tried> {
  const tried: Tried = { actions: 0, missed: 0, unanswered: 0 };
  let goesOn = true;
  const happening = while_().finally(() => (goesOn = false));
  while (goesOn) {
    const { status } = await decide(FRONT, doer!, {
      method: 'POST',
      path: '/users/credits',
      body: { userId: doer!.userId, amount: 1 + tried.actions, reason: 'For a drill' },
    });
    expect(status).toBe(200);
    tried.actions += 1;
    const seen = await looked<{ transactions: { amount: string | number }[] }>(
      `/admin/transactions?userId=${doer!.userId}`,
      tried,
    );
    const newest = Number(seen.transactions[0]?.amount);
    if (newest !== tried.actions) tried.missed += 1;
  }
  await happening;
  return tried;
}

/** An answer of now, however often one has to ask. */
async function looked<Data>(path: string, tried: Tried): Promise<Data> {
  return until('an answer', STANDS_WITHIN_S, async () => {
    const { status, data } = await ask<Data>(FRONT, doer!, { method: 'GET', path });
    if (status === 200) return data;
    tried.unanswered += 1;
    return null;
  });
}

/** What all three processes say of it, added up: readings by where, and the replica's states. */
async function measured(): Promise<{ replica: number; primary: number; states: string[] }> {
  const texts = await Promise.all(
    SHOP_PORTS.slice(0, 3).map(async (port) =>
      (await fetch(`http://127.0.0.1:${port + 100}/metrics`)).text(),
    ),
  );
  const sum = (from: string) =>
    texts
      .flatMap((text) => [
        ...text.matchAll(
          new RegExp(`^shop_lagging_reads_total\\{from="${from}".*\\} (\\d+)`, 'gm'),
        ),
      ])
      .reduce((total, found) => total + Number(found[1]), 0);
  const states = texts.map((text) => /shop_replica_in_use\{state="(\w+)"\}/.exec(text)?.[1] ?? '');
  return { replica: sum('replica'), primary: sum('primary'), states };
}

/** Until each process reads it, or none does. */
async function untilAll(reads: boolean): Promise<number> {
  const from = performance.now();
  await until(
    `each process ${reads ? 'reads' : 'does not read'} the replica`,
    STANDS_WITHIN_S,
    async () => (await measured()).states.every((one) => (one === 'follows') === reads),
  );
  return (performance.now() - from) / 1000;
}

/** Somebody who only looks, ten times a second. */
async function lookOn(): Promise<void> {
  await ask(FRONT, onlooker!, { method: 'GET', path: '/admin/overview' });
  await wait(100);
}

async function lookFor(seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) await lookOn();
}

/** The process of a replica that takes in what the primary wrote. What is paused by SQL, Patroni lets go on within a second. */
async function takerOn(machine: Machine): Promise<number> {
  const client = new pg.Client({
    host: machine.database,
    port: POSTGRES_PORT,
    user: 'postgres',
    database: 'postgres',
    password: up.passwords.superuser,
  });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where backend_type = 'startup'`,
  );
  await client.end();
  return rows[0]!.pid;
}

/** Where HAProxy sends who reads: the first that is no primary. */
async function replicaRead(): Promise<Machine> {
  const { standby, replica } = await untilWhole();
  return [standby, replica].toSorted((one, other) => one.name.localeCompare(other.name))[0]!;
}

/** Prints a line of what was seen, and returns how often an operator missed what they had just done. */
async function missedWhile(what: string, happen: () => Promise<string>): Promise<number> {
  const before = await measured();
  let more = '';
  const tried = await doAndLook(async () => (more = await happen()));
  const after = await measured();
  process.stdout.write(
    `\n| ${what} | ${tried.actions} | ${tried.missed} | ${after.replica - before.replica} | ${after.primary - before.primary} | ${tried.unanswered} | ${more} |\n`,
  );
  return tried.missed;
}

test('a replica that follows is read, and what one just did is there at once', async () => {
  await untilAll(true);
  const before = (await measured()).replica;
  const missed = await missedWhile('the replica follows', async () => {
    await lookFor(SECONDS);
    return '';
  });
  expect(missed).toBe(0);
  expect((await measured()).replica).toBeGreaterThan(before);
});

test('a replica that takes in nothing more is read until it is too far behind', async () => {
  const machine = await replicaRead();
  const missed = await missedWhile('the replica takes in nothing', async () => {
    const taker = await takerOn(machine);
    process.kill(taker, 'SIGSTOP');
    const [seconds] = await Promise.all([untilAll(false), lookFor(SECONDS)]).finally(() =>
      process.kill(taker, 'SIGCONT'),
    );
    return `behind after ${seconds.toFixed(1)} s, read again ${(await untilAll(true)).toFixed(1)} s later`;
  });
  expect(missed).toBe(0);
});

test('a replica that is killed is followed by the next one', async () => {
  const machine = await replicaRead();
  const missed = await missedWhile('the replica is killed', async () => {
    await killMachine(machine);
    await lookFor(SECONDS);
    const seconds = await untilAll(true);
    restart(machine, up);
    return `another is read after ${(SECONDS + seconds).toFixed(1)} s at most`;
  });
  expect(missed).toBe(0);
  await untilWhole();
});

test('a primary that is killed takes nothing along that an operator did', async () => {
  const { leader } = await untilWhole();
  const missed = await missedWhile('the primary is killed', async () => {
    await killMachine(leader);
    await until('another primary', STANDS_WITHIN_S, async () => {
      const found = await findLeader();
      return found !== undefined && found !== leader;
    });
    const seconds = await untilAll(true);
    await lookFor(SECONDS);
    restart(leader, up);
    return `a replica is read again ${seconds.toFixed(1)} s after another leads`;
  });
  expect(missed).toBe(0);
  await untilWhole();
  expect(buyers.told.faults).toEqual([]);
});

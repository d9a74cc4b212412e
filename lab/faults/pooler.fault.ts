// Tests the shop with a real PgBouncer between it and its database, with good and with bad settings of PgBouncer.
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, onTestFinished, test } from 'vitest';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { openPool } from '../../src/server/database/pool.ts';
import { during } from '../kit/customer.ts';
import { count, report, seconds, tally } from '../kit/figures.ts';
import { expectAgreement, gatherBuyers, runLoad, type Load } from '../kit/buyers.ts';
import { findPooler, openPooler, type Pooler, type Pooling } from './harness/pooler.ts';
import { LOAD_SECONDS, packsFor } from './harness/settings.ts';
import { killShops, openShop } from '../../src/testing/process.ts';
import { expectAuditZero, freshDatabase, openWorld, type World } from '../kit/world.ts';

const CLIENTS = 16;
const OWNER = decodeURIComponent(new URL(inject('postgresUrl')).username);
/**
 * The longest time from the repair of the pooler until people buy again. It is far above the measured time, because
 * the machine may be busy.
 */
const RECOVERED_WITHIN_MS = 15_000;

const found = findPooler();
if (found === null) report('T23', 'pooler', ['not run: PgBouncer is not installed here']);

let world: World;
let pooler: Pooler;
/**
 * The settings of a shop whose requests go through the pooler. Only connections that need a session go directly to
 * Postgres.
 */
let environment: Record<string, string>;

beforeEach(async () => {
  if (found === null) return;
  world = openWorld(await freshDatabase());
  onTestFinished(world.close);
  pooler = await openPooler(found.program, [world.url, appUrlOf(world.url)], { mode: 'session' });
  onTestFinished(pooler.close);
  environment = {
    ...world.environment,
    LOG_LEVEL: 'fatal',
    DATABASE_URL: pooler.through(world.url),
    DIRECT_DATABASE_URL: world.url,
  };
});

afterEach(killShops);

test.runIf(found !== null)(
  'through a pooler in session mode the shop uses its own role, has its own time limits, and sells',
  async () => {
    await pooler.restart({
      mode: 'session',
      says: `set statement_timeout = 0; set lock_timeout = 0; set default_transaction_isolation = serializable`,
    });
    const shop = await openShop(environment);
    const load = await loadOf(() => shop.address);
    const [actions, signedIn] = await during(
      (isOver) => runLoad(load, isOver),
      async () => {
        await wait((LOAD_SECONDS * 1000) / 4);
        const { rows } = await world.owner.query<{ role: string; connections: number }>(
          `select usename as role, count(*)::int as connections from pg_stat_activity
          where datname = current_database() and application_name = 'felt-and-foil' group by 1`,
        );
        return rows;
      },
    );

    const pool = openPool({ url: pooler.through(appUrlOf(world.url)), clockOffsetMs: 60_000 });
    const { rows: limits } = await pool.query<Record<string, string>>(
      `select current_user as role, current_setting('statement_timeout') as statement,
              current_setting('lock_timeout') as lock, current_setting('transaction_isolation') as isolation,
              current_setting('idle_in_transaction_session_timeout') as idle,
              round(extract(epoch from shop_now() - now()))::int as offset`,
    );
    await pool.query(`select set_config('role', 'none', false)`);
    for (const attempt of [
      'select document from pack_secrets',
      `copy (select 1) to program 'true'`,
    ]) {
      await expect(pool.query(attempt)).rejects.toMatchObject({ code: '42501' });
    }
    await pool.end();
    report('T23', 'pooler in session mode', [
      found!.version,
      `${CLIENTS} clients, ${count(actions)} actions, none lost`,
      `signed in as ${signedIn.map(({ role }) => role).join()}`,
      `limits ${limits[0]!['statement']}, ${limits[0]!['lock']}, ${limits[0]!['idle']}`,
      `after set_config('role', 'none') documents of sealed packs and COPY TO PROGRAM refused`,
      `${load.responses.faults.length} 5xx`,
    ]);
    expect(signedIn).toEqual([{ role: 'felt_and_foil_app', connections: expect.any(Number) }]);
    expect(limits).toEqual([
      {
        role: 'felt_and_foil_app',
        statement: '5s',
        lock: '2s',
        isolation: 'read committed',
        idle: '10s',
        offset: 60,
      },
    ]);
    expect(load.responses.faults).toEqual([]);
    expect((await fetch(`${shop.address}/readyz`)).status).toBe(200);
    await expectAgreement(world, load);
    await expectAuditZero(world);
    await shop.end('SIGTERM');
  },
);

const SOMEBODY_ELSE = 'The database signs the shop in as another role than its own';
const NO_SESSION = 'A pooler gives the shop no session of its own';

test.runIf(found !== null).each<[string, Pooling, string]>([
  ['signs in as the owner', { mode: 'session', as: OWNER }, SOMEBODY_ELSE],
  ['hands out connections by transaction', { mode: 'transaction' }, 'to session mode'],
  ['hands out connections by statement', { mode: 'statement' }, 'to session mode'],
])('behind a pooler that %s the shop does not start', async (what, pooling, reason) => {
  await pooler.restart(pooling);
  const said = await openShop(environment).then(
    () => 'It started.',
    (error: Error) => error.message,
  );
  report('T23', `pooler that ${what}`, [
    `the start was refused: ${said.includes(reason)}`,
    said.split('\n').slice(0, 2).join(' '),
  ]);
  expect(said).toContain(reason);
});

test.runIf(found !== null)(
  'migrations do not run through a pooler in transaction mode: they are refused before any lock',
  async () => {
    await pooler.restart({ mode: 'transaction' });
    const { DIRECT_DATABASE_URL: _past, ...through } = environment;
    await expect(openShop(through)).rejects.toThrow(/session mode.*DIRECT_DATABASE_URL/s);
    const { rows } = await world.owner.query(
      `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(rows).toHaveLength(0);
  },
);

test.runIf(found !== null)(
  'a pooler that is changed under a running shop: "later", and /readyz names the reason, until it is repaired',
  async () => {
    const shop = await openShop(environment);
    const load = await loadOf(() => shop.address);
    const wrong: [Pooling, string][] = [
      [{ mode: 'session', as: OWNER }, SOMEBODY_ELSE],
      [{ mode: 'transaction' }, NO_SESSION],
    ];
    const recovered: number[] = [];
    const reasons: string[] = [];
    const [actions] = await during(
      (isOver) => runLoad(load, isOver),
      async () => {
        for (const [pooling, reason] of wrong) {
          await load.responses.untilMore(20);
          await pooler.restart(pooling);
          while (!reasons.includes(reason)) reasons.push(await whyUnavailable(shop.address));
          if (reason !== NO_SESSION) await nobodyIsServed(load);
          await pooler.restart({ mode: 'session' });
          const rightAt = performance.now();
          while ((await whyUnavailable(shop.address)) !== '') await wait(10);
          await load.responses.untilMore(20);
          recovered.push(performance.now() - rightAt);
        }
      },
    );
    report('T23', 'pooler changed under the shop', [
      `${CLIENTS} clients, ${count(actions)} actions, none lost`,
      `${load.responses.countOf(503)} told "later"`,
      `/readyz: ${tally(reasons.filter((one) => one !== ''))}`,
      `sells again after ${seconds(Math.max(...recovered))} at most`,
      `${load.responses.faults.length} other 5xx`,
    ]);
    expect(load.responses.faults).toEqual([]);
    expect(Math.max(...recovered)).toBeLessThan(RECOVERED_WITHIN_MS);
    await expectAgreement(world, load);
    await expectAuditZero(world);
    await shop.end('SIGTERM');
  },
);

function loadOf(address: () => string): Promise<Load> {
  return gatherBuyers(world, { address, packs: packsFor(LOAD_SECONDS), clients: CLIENTS });
}

async function nobodyIsServed(load: Load): Promise<void> {
  const sold = load.responses.countOf(200);
  await load.responses.untilMore(20, 503);
  expect(load.responses.countOf(200)).toBe(sold);
}

/** Why `/readyz` reports the shop as unavailable. Empty if it is available. */
async function whyUnavailable(address: string): Promise<string> {
  const response = (await (await fetch(`${address}/readyz`)).json()) as { reason?: string };
  return response.reason ?? '';
}

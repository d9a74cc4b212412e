// Somebody deletes data by mistake and notices it minutes later. The drill restores the database to the second before
// the mistake, beside the database that is still running. It finds every response that the shop gave since that second,
// and every payment. Nobody loses money.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, during, type Request } from '../kit/customer.ts';
import { count, report, seconds, tally } from '../kit/figures.ts';
import { killShops, openShop, type ShopProcess } from '../../src/testing/process.ts';
import { bring, cardClearing, heldByStripe, openStripe, type FakeStripe } from '../kit/stripe.ts';
import { expectAuditZero, makePeople, openWorld, type Person } from '../kit/world.ts';
import { countViolations } from '../../src/server/admin/run-audit.ts';
import { inParallel } from '../../src/testing/crowd.ts';
import { runShopCommand, type Outcome } from '../../src/testing/command.ts';
import { stockPackType } from '../../src/testing/stock.ts';
import {
  addressOf,
  archiveAll,
  bringBackTo,
  BROUGHT_BACK,
  endArchived,
  HURT,
  makeArchived,
  sizesOfArchive,
  takeBaseBackup,
} from './archive.ts';
import { versionsInUse } from './packages.ts';
import { gather, shop as runCrowd, type Crowd } from './crowd.ts';
import { completedOf } from '../kit/buyers.ts';
import { beginOne, confirm, pay } from '../kit/payers.ts';
import { until } from '../kit/until.ts';

const SHOP_PORT = 4850;
/** The number of people who buy with credits, and the number of those who pay by card. */
const BUYERS = 12;
const PAYERS = 4;
const ADDRESS = `http://127.0.0.1:${SHOP_PORT}`;
/** The number of purchases before the mistake. A quick check needs fewer. */
const PURCHASES = Number(process.env['DRILL_PURCHASES'] ?? 3_000);
const SOLD = { beforeBackup: PURCHASES / 6, before: PURCHASES, after: PURCHASES / 8 };
/** The maximum number of purchases between the mistake and its discovery, and during a backup. */
const SOLD_MEANWHILE_MOST = 3_000;
const SOLD_WITHIN_S = 1_800;
/** Card forms that are open at the second of the mistake, and are paid after it. */
const OPEN_FORMS = 4;
const PACKS_OF_DROP = 20;
const AT_ONCE = 8;
/** How many of the last requests before the second of the mistake are sent again. */
const REPEATED = 400;

let stripe: FakeStripe;
let settings: Record<string, string>;
let shop: ShopProcess;

beforeAll(async () => {
  stripe = await openStripe();
  makeArchived();
  settings = {
    AUTH_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: await mkdtemp(join(tmpdir(), 'felt-and-foil-drill-log-')),
    PUBLIC_URL: ADDRESS,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...stripe.environment,
  };
  shop = await open(addressOf(HURT));
  await stripe.sandbox.deliverTo(async (event) => (await bring(ADDRESS, event)).status);
});

afterAll(async () => {
  await killShops();
  await stripe.close();
  endArchived();
  await rm(settings['DATA_DIR']!, { recursive: true, force: true });
  process.stdout.write(`\n${versionsInUse(['pgbackrest'])}\n`);
});

const open = (url: string) => openShop({ ...settings, DATABASE_URL: url }, { port: SHOP_PORT });

const worldAt = (url: string) => openWorld(url, settings, settings['AUTH_SECRET']);

/** Runs a command as an operator would, on the restored database. */
const type = (...words: string[]): Promise<Outcome> =>
  runShopCommand(addressOf(BROUGHT_BACK), words, { ...settings, SANDBOX: 'off' });

test('the second before a delete is restored, and everybody with a response or a payment since then is known', async () => {
  const hurt = worldAt(addressOf(HURT));
  const crowd = await gather(
    hurt,
    stripe,
    {
      address: () => ADDRESS,
      people: BUYERS,
      clients: BUYERS,
      packs: PURCHASES + SOLD_MEANWHILE_MOST,
      onlyBuys: true,
    },
    { payers: PAYERS, opens: false },
  );
  const { responses, load, paying } = crowd;
  const [admin, ...beginners] = await makePeople(hurt, 1 + OPEN_FORMS, 0);
  await hurt.owner.query(`update users set role = 'admin' where id = $1`, [admin!.userId]);
  const types: string[] = [];
  for (let drop = 0; drop < 3; drop += 1)
    types.push(await stockPackType(hurt.context, { packs: PACKS_OF_DROP, cardsAreMade: true }));
  expect(await publishDrop(admin!, types[0]!)).toBeNull();

  // People buy all the time: before and during the backup, until the mistake, and until somebody notices it.
  const story = async () => {
    await untilSold(crowd, SOLD.beforeBackup);
    const backupFrom = performance.now();
    await takeBaseBackup(HURT);
    const backupMs = performance.now() - backupFrom;
    await untilSold(crowd, SOLD.before);
    const forms = await inParallel(beginners, AT_ONCE, async (person) => ({
      person,
      intentId: await beginOne(paying, person),
    }));
    const moment = (await hurt.owner.query<{ now: Date }>('select clock_timestamp() as now'))
      .rows[0]!.now;
    await wait(1_000);
    expect(responses.faults).toEqual([]);
    paying.isHurt = true;
    const { rowCount } = await hurt.owner.query('delete from order_lines');
    for (const { person, intentId } of forms) await confirm(paying, person, intentId);
    const stranger = await register();
    await pay(paying, stranger);
    await beginOne(paying, stranger);
    expect(await publishDrop(admin!, types[1]!)).toBeNull();
    await until('a checkpoint of the log', SOLD_WITHIN_S, () => isLogSigned(hurt.owner));
    await untilSold(crowd, soldBy(crowd) + SOLD.after);
    return { backupMs, moment, deleted: rowCount!, forms, stranger };
  };
  const [, { backupMs, moment, deleted, forms, stranger }] = await during(
    (isOver) => runCrowd(crowd, isOver),
    story,
  );
  const seen = (await countViolations(hurt.context)).filter((row) => row.violations > 0);
  expect(seen.length).toBeGreaterThan(0);

  // Follows the steps of docs/operators.md, "Going back in time".
  const stoppedAt = performance.now();
  await shop.end('SIGTERM');
  archiveAll(HURT);
  const restoreFrom = performance.now();
  bringBackTo(moment, BROUGHT_BACK);
  const restoreMs = performance.now() - restoreFrom;
  const back = worldAt(addressOf(BROUGHT_BACK));
  await expectAuditZero(back);
  const since = moment.toISOString();
  const forgotten = await type('forgotten', since, '--beside', addressOf(HURT));
  expect(forgotten).toMatchObject({ code: 0, err: '' });
  const payments = await type('payments', 'recover', since);
  expect(payments).toMatchObject({ code: 0, err: '' });
  shop = await open(addressOf(BROUGHT_BACK));
  const sellsAgainMs = performance.now() - stoppedAt;
  expect(await publishDrop(admin!, types[2]!)).toContain('log recover');
  const log = await type('log', 'recover', 'The shop was brought back to', since);
  expect(log).toMatchObject({ code: 0, err: '' });
  expect(await publishDrop(admin!, types[2]!)).toBeNull();
  await takeBaseBackup(BROUGHT_BACK);

  // The restored database contains every confirmed result from before the mistake, byte for byte. The list names every
  // result that was confirmed since, one by one.
  const there = new Set(
    (await back.owner.query<{ id: string }>('select id from openings')).rows.map(({ id }) => id),
  );
  const { true: surviving = [], false: gone = [] } = Object.groupBy(
    completedOf(load),
    ({ openingIds }) => (openingIds.every((id) => there.has(id)) ? 'true' : 'false'),
  );
  for (const { at } of gone) expect(at).toBeGreaterThan(moment.getTime());
  await inParallel(surviving.slice(-REPEATED), AT_ONCE, async ({ person, request, text }) => {
    expect((await ask(ADDRESS, person, request)).text).toBe(text);
  });
  const emails = await emailsOf(hurt.owner);
  const lines = forgotten.out
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  const listed = lines.filter(([, , what]) => what === 'pack').map(([, email]) => email!);
  expect(tally(listed)).toBe(
    tally(
      gone.flatMap(({ person, openingIds }) => openingIds.map(() => emails.get(person.userId)!)),
    ),
  );
  expect((await back.owner.query('select from order_lines')).rowCount).toBeGreaterThan(
    deleted * 0.9,
  );

  // Each card payment brought its packs or was refunded, and the books match Stripe's records.
  const outcomes = payments.out
    .trim()
    .split('\n')
    .slice(0, -2)
    .map((line) => line.split('\t'));
  const recovered = new Map(outcomes.map(([intentId, , , outcome]) => [intentId!, outcome!]));
  const records = await stripe.records();
  for (const { intentId, at } of paying.paid) {
    const { charged, refunds } = records.get(intentId)!;
    const given = refunds.reduce((sum, one) => sum + one, 0);
    const packs = await packsOf(back.owner, intentId);
    const isAsItMust = packs > 0 || at > moment.getTime();
    expect({ intentId, given, isAsItMust }).toEqual({
      intentId,
      given: packs > 0 ? 0 : charged,
      isAsItMust: true,
    });
  }
  expect(forms.map(({ intentId }) => recovered.get(intentId))).toEqual(
    forms.map(() => 'delivered'),
  );
  await closeQuestions(admin!, stranger);
  await until('the books and Stripe at one', 60, async () => {
    const [booked, held] = [await cardClearing(back), await heldByStripe(stripe)];
    return booked === held;
  });
  await expectAuditZero(back);

  const sizes = sizesOfArchive();
  const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  report('T28', 'going back in time', [
    `${count(soldBy(crowd))} purchases, of them ${count(paying.paid.length)} by card`,
    `base backup of ${mb(sizes.database)} in ${seconds(backupMs)} while people bought, ${mb(sizes.backup)} in the repository, ${mb(sizes.wal)} of log beside it`,
    `${count(deleted)} rows deleted by mistake, ${count(responses.faults.length)} answers a fault of the shop since`,
    `restored and replayed to the second before in ${seconds(restoreMs)}, open again ${seconds(sellsAgainMs)} after it was closed`,
    `${count(surviving.length)} answers of before there, ${count(gone.length)} of after listed (${count(lines.length)} lines: ${tally(lines.map(([, , what]) => what!))})`,
    `payments since: ${tally(recovered.values())}`,
    'a second log begun by its command',
    'audit zeros',
  ]);
  await Promise.all([hurt.close(), back.close()]);
});

async function untilSold(crowd: Crowd, sold: number): Promise<void> {
  await until(`${sold} sales`, SOLD_WITHIN_S, () => soldBy(crowd) >= sold);
}

function soldBy({ load, paying }: Crowd): number {
  return completedOf(load).length + paying.paid.length;
}

type Said<Data> = { data: Data; text: string; status: number };

async function call<Data>(person: Person | null, request: Request): Promise<Said<Data>> {
  return ask<Data>(ADDRESS, person, { key: randomUUID(), ...request });
}

/**
 * Reserves a type's packs for a drop and publishes the drop. Returns null if the log contains the drop. If the shop
 * refused, returns the reason.
 */
async function publishDrop(admin: Person, packTypeId: string): Promise<string | null> {
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const draft = await call<{ id: string }>(admin, {
    method: 'POST',
    path: '/admin/drops',
    body: { packTypeId, opensAt: at(30), closesBy: at(300) },
  });
  expect([draft.status, draft.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
  const path = `/admin/drops/${draft.data.id}`;
  const published = await call(admin, { method: 'POST', path: `${path}/publish`, body: {} });
  if (published.status === 200) return null;
  await call(admin, { method: 'DELETE', path });
  return published.text;
}

async function register(): Promise<Person> {
  const { data } = await call<{ access_token: string; user: { id: string } }>(null, {
    method: 'POST',
    path: '/auth/register',
    body: { email: `${randomUUID()}@example.test`, password: randomUUID() },
  });
  return { userId: data.user.id, token: data.access_token };
}

/** Does the operator's part: closes the questions about refunded payments of a person whose account was lost. */
async function closeQuestions(admin: Person, { userId }: Person): Promise<void> {
  const { data } = await call<{ questions: { id: string; amount: number }[] }>(admin, {
    method: 'GET',
    path: '/admin/money-questions',
  });
  expect(data.questions.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  expect(data.questions).toHaveLength(2);
  for (const { id } of data.questions) {
    const closed = await call(admin, {
      method: 'POST',
      path: `/admin/money-questions/${id}/close`,
      body: { note: `Given back to ${userId}, who registered after that second` },
    });
    expect(closed.status).toBe(200);
  }
}

type Owner = ReturnType<typeof openWorld>['owner'];

async function emailsOf(owner: Owner): Promise<Map<string, string>> {
  const { rows } = await owner.query<{ id: string; email: string }>('select id, email from users');
  return new Map(rows.map(({ id, email }) => [id, email]));
}

async function isLogSigned(owner: Owner): Promise<boolean> {
  const { rows } = await owner.query<{ isSigned: boolean }>(
    `select (select count(*) from log_entries) = (select max(size) from log_checkpoints) as "isSigned"`,
  );
  return rows[0]!.isSigned;
}

async function packsOf(owner: Owner, intentId: string): Promise<number> {
  const { rowCount } = await owner.query(
    `select from payments y join places p on p.reservation_id = y.subject_id
      where y.intent_id = $1 and y.state = 'succeeded'`,
    [intentId],
  );
  return rowCount!;
}

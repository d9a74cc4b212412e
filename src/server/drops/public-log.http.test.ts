// Tests the log during and after drops: with a new key, with processes that die, with packs that
// are opened late, and with the shop's own replay.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { boughtTicket } from '#contract/drops.ts';
import type { listPackHistory } from '#contract/checkout.ts';
import { hexOf } from '#domain/packproof/bytes.ts';
import { KNOWN_CHAINS } from '#domain/packproof/public-number.ts';
import { readManifest, readTicket } from '#domain/packproof/log-objects.ts';
import { readVerifierKey, writeVerifierKey } from '#domain/packproof/note.ts';
import { verifyPack } from '#domain/packproof/verify.ts';
import type * as z from 'zod/mini';
import { runShopCommand } from '../../testing/command.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { openOwnerPool, overPool } from '../database/pool.ts';
import { startAdvancingLog } from '../jobs/advance-log.ts';
import { newSigner, proofPrimitives } from '../public-log/proof-primitives.ts';
import { recoverLog } from '../public-log/recover-log.ts';
import { rotateLog } from '../public-log/rotate-log.ts';
import { signLog } from '../public-log/sign-log.ts';
import { giveUpDrops } from './drops-queries.ts';
import { advanceDrops } from './advance-drops.ts';
import { replayOwnLog } from './replay-own-log.ts';

const {
  shop,
  people,
  now,
  pass,
  seconds,
  call,
  advance,
  stocked,
  drafted,
  step,
  onSale,
  shown,
  bought,
  historyOf,
} = openDropShop();

type Ticket = z.input<typeof boughtTicket>;
type History = z.input<typeof listPackHistory.reply>;

/** Buys a pack by card and leaves it sealed. */
async function leftSealed(packTypeId: string): Promise<Ticket> {
  const intent = await begunPayment(shop, people.buyer, packTypeId);
  await confirm(shop, intent);
  const { tickets } = await purchased(shop, people.buyer, intent.paymentIntentId);
  await postAll(shop);
  return tickets[0]!;
}

/** The colour of each check of a place's proof. */
async function checked(placeId: string): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${people.buyer.accessToken}` };
  const url = `/api/places/${placeId}/proof`;
  const { body } = await now().app.inject({ url, headers });
  const reader = { primitives: proofPrimitives, chains: KNOWN_CHAINS, now: seconds() };
  const checks = verifyPack({ ...reader, proof: body });
  return Object.fromEntries(checks.map(({ name, state }) => [name, state]));
}

const replay = () => replayOwnLog(now().context);

describe('a key that takes effect while a drop is on sale', () => {
  test('signs the log, and tickets continue under the key of their manifest, as every check finds', async () => {
    const { drop, type } = await onSale();
    const early = (await bought(type)).body.data as { tickets: Ticket[] };
    await advance();
    const { data: manifest } = (await call<{ manifest: string }>('GET', `/drops/${drop.hash}`))
      .body;
    const { ticketKey } = readManifest(manifest.manifest);
    const vkey = await rotateLog(now().context);
    const fresh = hexOf(readVerifierKey(proofPrimitives, vkey, 'log').key);
    expect(fresh).not.toBe(ticketKey);

    const late = (await bought(type)).body.data as { tickets: Ticket[] };
    await advance();
    for (const { tickets } of [early, late]) {
      expect(tickets[0]!.signature).not.toBeNull();
      const colours = { V2: 'amber', V3: 'green', V6: 'green', V7: 'green' };
      expect(await checked(tickets[0]!.placeId)).toMatchObject(colours);
    }
    const { drop: next } = await onSale();
    const other = (await call<{ manifest: string }>('GET', `/drops/${next.hash}`)).body.data;
    expect(readManifest(other.manifest).ticketKey).toBe(fresh);
    expect(await replay()).toMatchObject({ failed: 0 });
  });
});

describe('a process that dies', () => {
  test('during a publication leaves a draft, and nothing in the log', async () => {
    const draft = await drafted(await stocked(20));
    const entries = async () => (await shop.owner.query('select from log_entries')).rowCount ?? 0;
    const before = await entries();
    await shop.owner.query(
      `create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`,
    );
    await shop.owner.query(
      'create trigger die before insert on drop_leaves for each statement execute function die()',
    );
    expect((await step(draft, 'publish')).status).toBe(500);
    await shop.owner.query('drop function die() cascade');
    expect(await entries()).toBe(before);
    expect((await shown(draft)).drop).toMatchObject({ state: 'draft', hash: null, left: 20 });
    await advance();
    expect((await step(draft, 'publish')).status).toBe(200);
    expect(await entries()).toBe(before + 1);
  });

  test('after any step is followed by another one that continues from there', async () => {
    const draft = await drafted(await stocked(20), { opensItself: true });
    expect((await step(draft, 'publish')).status).toBe(200);
    const dies = (part: string) => () => {
      throw new Error(`Died before ${part}`);
    };
    // The drop is published, but the log is not signed yet.
    await pass(21);
    const { context } = now();
    const source = people.beacon.source;
    // The process dies while it asks for the number. The log is signed nevertheless.
    await advanceDrops({ ...context, beacon: { ...source, ask: dies('the number') } });
    expect((await shown(draft)).drop).toMatchObject({ state: 'published', isOrdered: false });
    // The process has the number, and dies before it writes the order.
    await shop.owner.query(
      `create function die() returns trigger language plpgsql as $$ begin raise exception 'died'; end $$`,
    );
    const dieBefore = (table: string, when: string) =>
      shop.owner.query(
        `create trigger die before ${when} on ${table} for each statement execute function die()`,
      );
    await dieBefore('drop_leaves', 'update');
    await advanceDrops(context);
    expect((await historyOf((await shown(draft)).drop)).map(({ kind }) => kind)).toEqual([
      'manifest',
    ]);
    await shop.owner.query('drop trigger die on drop_leaves');
    // The process orders the drop, and dies before it opens the drop.
    await dieBefore('drops', 'update');
    await advanceDrops(context);
    expect((await shown(draft)).drop).toMatchObject({ state: 'published', isOrdered: true });
    await shop.owner.query('drop function die() cascade');
    // The process opens the drop, and dies before it signs the log.
    await advanceDrops({ ...context, logKeys: { seeds: [], areStored: false } }).catch(() => {});
    await advanceDrops(context);
    const { drop } = await shown(draft);
    expect(drop).toMatchObject({ state: 'open', isOrdered: true });
    expect((await historyOf(drop)).map(({ kind }) => kind)).toEqual(['manifest', 'order']);
    await signLog(context);
    expect(await replay()).toMatchObject({ failed: 0 });
  });
});

test('a late number keeps nobody’s ticket out of the log', async () => {
  const { type } = await onSale();
  const draft = await drafted(await stocked(20));
  expect((await step(draft, 'publish')).status).toBe(200);
  await pass(21);
  const { context } = now();
  let tell = (_nothing: null) => {};
  const hanging = new Promise<null>((resolve) => (tell = resolve));
  const ask = vi.fn<() => Promise<null>>(() => hanging);
  const { tickets } = (await bought(type)).body.data;
  const advancing = advanceDrops({ ...context, beacon: { ...people.beacon.source, ask } });
  const { ref } = readTicket(tickets[0]!.ticket);
  type Told = { data: { sealProof: string | null } };
  await vi.waitUntil(
    async () => (await call<Told['data']>('GET', `/tickets/${ref}`)).body.data.sealProof !== null,
    { timeout: 60_000, interval: 50 },
  );
  await vi.waitUntil(() => ask.mock.calls.length === 1, { timeout: 60_000, interval: 50 });
  tell(null);
  await advancing;
  await advance();
  expect((await shown(draft)).drop).toMatchObject({ isOrdered: true });
});

test('a missing number is logged once, and not every second', async () => {
  const draft = await drafted(await stocked(20));
  expect((await step(draft, 'publish')).status).toBe(200);
  const warn = vi.fn<(facts: object, line: string) => void>();
  const advanceWithout = () => {
    const { context } = now();
    const log = { ...context.log, warn } as unknown as typeof context.log;
    const beacon = { ...people.beacon.source, ask: () => Promise.resolve(null) };
    return advanceDrops({ ...context, log, beacon });
  };
  await pass(21);
  await advanceWithout();
  expect(warn).not.toHaveBeenCalled();
  await pass(30);
  await advanceWithout();
  await advanceWithout();
  expect(warn.mock.calls).toEqual([
    [
      { event: 'beacon_unreachable', drop: draft.id },
      expect.stringContaining('Drop cannot open yet') as string,
    ],
  ]);
  await pass(601);
  await advanceWithout();
  expect(warn).toHaveBeenCalledTimes(2);
  await advance();
  expect((await shown(draft)).drop).toMatchObject({ isOrdered: true });
});

test('a hanging witness keeps nobody’s ticket out of the log', async () => {
  const { drop, type } = await onSale();
  const folder = await mkdtemp(join(tmpdir(), 'hangs-'));
  const { context } = now();
  const vkey = writeVerifierKey(proofPrimitives, newSigner('w', 'witness', '33'.repeat(32)).key);
  context.config.witnesses = join(folder, 'witnesses');
  await writeFile(context.config.witnesses, `witness w ${vkey} http://w.example\nquorum w\n`);
  // The witness reports that it has seen nothing of the log yet, and never responds to the request
  // after that.
  let giveUp = (_reason: Error) => {};
  const hanging = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation((_address, init) => {
    const isEmptyLog = (init!.body as string).includes('\nshop.example/log\n0\n');
    return isEmptyLog ? Promise.resolve(new Response('0\n', { status: 409 })) : hanging;
  });
  const stop = startAdvancingLog(context, null);
  const sealed = async () => (await historyOf(drop)).filter(({ kind }) => kind === 'seal').length;
  const until = (isSo: () => boolean | Promise<boolean>) =>
    vi.waitUntil(isSo, { timeout: 60_000, interval: 50 });
  expect((await bought(type)).status).toBe(200);
  await until(() => asked.mock.calls.length > 1);
  expect((await bought(type)).status).toBe(200);
  await until(async () => (await sealed()) === 2);
  giveUp(new Error('It hung up'));
  await stop();
  asked.mockRestore();
  context.config.witnesses = null;
  await rm(folder, { recursive: true });
});

describe('a closed drop', () => {
  test('whose packs are opened later shows them once more in the log, and then no more', async () => {
    const { drop, type } = await onSale();
    const one = await leftSealed(type);
    const other = await leftSealed(type);
    await bought(type);
    await advance();
    expect((await step(drop, 'close')).status).toBe(200);
    const contents = async () => {
      const all = await historyOf(drop);
      return all.flatMap((entry) => (entry.kind === 'contents' ? [entry.unopened.length] : []));
    };
    expect(await contents()).toEqual([2]);
    const open = (id: string) => shop.call('POST', `/packs/${id}/open`, { as: people.buyer });
    expect((await open(one.placeId)).status).toBe(200);
    expect(await replay()).toMatchObject({ failed: 0 });
    expect(await contents()).toEqual([2, 1]);
    await replay();
    expect(await contents()).toEqual([2, 1]);
    expect((await open(other.placeId)).status).toBe(200);
    await replay();
    expect(await contents()).toEqual([2, 1, 0]);
    const file = await now().app.inject(`/api/drops/${drop.hash}/contents`);
    expect(file.body.trimEnd().split('\n')).toHaveLength(20);
  });
});

test('a user’s packs come with their tickets, and nobody else sees them', async () => {
  const { type } = await onSale();
  const { tickets } = (await bought(type)).body.data as { tickets: Ticket[] };
  const path = `/packs/history?packTypeId=${type}`;
  const own = await call<History>('GET', path, { as: people.buyer });
  expect(own.body.data.packs.map(({ ticket }) => ticket)).toEqual(tickets);
  const looked = await call<History>('GET', `${path}&userId=${people.buyer.userId}`);
  expect(looked.body.data.packs).toMatchObject([{ ticket: null }]);
});

test('stopping a shop does not wait for the end of a log replay', async () => {
  await onSale();
  await advance();
  const { context } = now();
  const stopping = new AbortController();
  // The job reads the clock in its last step before the replay begins.
  const clock = () => {
    setImmediate(() => stopping.abort());
    return context.now();
  };
  const replayed = replayOwnLog({ ...context, now: clock }, stopping.signal);
  await expect(replayed).rejects.toThrow('aborted');
});

test('the daily replay finds an entry that was changed afterwards, and reports it', async () => {
  await onSale();
  await advance();
  const { done, failed } = await replay();
  expect([done > 0, failed]).toEqual([true, 0]);
  const lines: unknown[] = [];
  const log = { ...now().context.log, error: (line: unknown) => lines.push(line) };
  const client = await shop.owner.connect();
  const change = async (from: string, to: string) => {
    await client.query('begin');
    await client.query(`select set_config('session_replication_role', 'replica', true)`);
    await client.query(
      `update log_entries set data = replace(data, $1, $2), leaf_hash = sha256('\\x00'::bytea || convert_to(replace(data, $1, $2), 'UTF8'))
       where kind = 'manifest' and index = (select max(index) from log_entries where kind = 'manifest')`,
      [from, to],
    );
    await client.query('commit');
  };
  await change('"staffMayBuy":false', '"staffMayBuy":true');
  const context = { ...now().context, log } as ReturnType<typeof now>['context'];
  expect(await replayOwnLog(context)).toMatchObject({ failed: 1 });
  // On the command line nobody reads the process's log, so the command prints the fault.
  const { publicUrl, dataDir } = now().context.config;
  const settings = { PUBLIC_URL: publicUrl, DATA_DIR: dataDir };
  const byHand = await runShopCommand(shop.url, ['jobs', 'run', 'replay-log'], settings);
  expect(byHand).toMatchObject({ code: 1, out: expect.stringContaining('1 failed') as string });
  expect(byHand.err).toMatch(/^The public log breaks a rule of its own\. .+\nThose that failed/);
  expect(JSON.stringify(lines)).toMatch(/fault/);
  await change('"staffMayBuy":true', '"staffMayBuy":false');
  client.release();
  expect(await replay()).toMatchObject({ failed: 0 });
});

test('a new log is no alarm before its first drop', async () => {
  const owner = openOwnerPool({ url: shop.url, clockOffsetMs: now().context.config.clockOffsetMs });
  const context = { ...now().context, db: overPool(owner) };
  await recoverLog(context, 'A key was lost', ({ db }) => giveUpDrops(db));
  await owner.end();
  expect(await replay()).toEqual({ done: 0, failed: 0 });
});

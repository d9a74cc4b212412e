// Tests drops over HTTP. At the end, the test reads the whole log as the shop serves it, and
// replays it with the verifier's own code.
import { randomBytes, randomUUID } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { listDrops, showDrop, showFairness, showTicket } from '#contract/drops.ts';
import type { checkEligibility, listPackHistory } from '#contract/checkout.ts';
import type { listMyCards } from '#contract/collection.ts';
import type { PersonalData } from '#contract/profile-data.ts';
import { hexOf } from '#domain/packproof/bytes.ts';
import { readCheckpoint } from '#domain/packproof/checkpoint.ts';
import {
  readLogEntry,
  readManifest,
  readTicket,
  refOf,
  ticketHash,
} from '#domain/packproof/log-objects.ts';
import { logPathOf } from '#domain/packproof/log-host.ts';
import { replayLog, type LogAtHand } from '#domain/packproof/log-replay.ts';
import { placesOf } from '#domain/packproof/order.ts';
import { KNOWN_CHAINS, numberOf } from '#domain/packproof/public-number.ts';
import { readProofFile, type Mine } from '#domain/packproof/proof-file.ts';
import { verifyPack } from '#domain/packproof/verify.ts';
import { writeCanonical } from '#domain/packproof/canon.ts';
import { readEntryBundle } from '#domain/packproof/tiles.ts';
import { isCovered, readTlogProof } from '#domain/packproof/tlog-proof.ts';
import { readLog, servedAt } from '#verifier/read-log.ts';
import type * as z from 'zod/mini';
import type { SignedIn } from '../../testing/app.ts';
import { buyToDispute, decided } from '../../testing/disputes.ts';
import { noteResponse } from '../../testing/coverage.ts';
import { openDropShop, type BoughtTicket } from '../../testing/drop-shop.ts';
import {
  beginPayment,
  begunPayment,
  confirm,
  placedBeforeLimits,
  postAll,
  purchased,
} from '../../testing/payments.ts';
import { TEST_SET } from '../../testing/stock.ts';
import { inTransaction, statement, type Transaction } from '#engine/database.ts';
import { openOwnerPool, overPool } from '../database/pool.ts';
import { PipelinedQuery } from '#engine/pipelined-query.ts';
import { appendToLog } from '../public-log/append-to-log.ts';
import { proofPrimitives } from '../public-log/proof-primitives.ts';
import type { Context } from '../runtime/context.ts';
import { recoverLog } from '../public-log/recover-log.ts';
import { findCardIds } from '../catalogue/cards-queries.ts';
import { advanceDrops } from './advance-drops.ts';
import { giveUpDrops, listLivingDrops } from './drops-queries.ts';
import { sellPacks } from '../stock/reserve-packs.ts';
import { insertPacks } from '../stock/physical-packs-queries.ts';
import { replayOwnLog } from './replay-own-log.ts';

type Wire<Row extends { reply: z.ZodMiniType }> = z.input<Row['reply']>;

const {
  shop,
  people,
  now,
  pass,
  seconds,
  clockMs,
  at,
  call,
  advance,
  stocked,
  drafted,
  opened,
  step,
  onSale,
  bought,
  historyOf,
} = openDropShop();

async function statesOf(dropId: string): Promise<Record<string, number>> {
  const { rows } = await shop.owner.query<{ state: string; packs: number }>(
    'select state, count(*)::int as packs from places where drop_id = $1 group by 1',
    [dropId],
  );
  return Object.fromEntries(rows.map(({ state, packs }) => [state, packs]));
}

const publicDrop = async (hash: string | null) =>
  (await call<Wire<typeof showDrop>>('GET', `/drops/${hash}`)).body.data;

describe('a draft', () => {
  test('reserves loose packs, and shows their odds', async () => {
    const type = await stocked(25);
    const draft = await drafted(type, { packs: 21 });
    expect(draft).toMatchObject({ state: 'draft', number: null, hash: null, packs: 21, left: 21 });
    expect(draft.odds).toEqual([
      { rarity: 'common', packs: 21 },
      { rarity: 'rare', packs: 21 },
    ]);
    expect((await bought(type, 4)).status).toBe(200);
    expect((await bought(type, 1)).status).toBe(404);
    const again = await call('POST', '/admin/drops', {
      body: { packTypeId: type, opensAt: at(1), closesBy: at(600) },
    });
    expect(again.body.error.code).toBe('INVALID_TRANSITION');

    const discarded = await call('DELETE', `/admin/drops/${draft.id}`);
    expect(discarded.body).toMatchObject({ data: { state: 'given_up' } });
    const twice = await call('DELETE', `/admin/drops/${draft.id}`);
    expect(twice.body.error.message).toBe('This drop was given up');
    expect((await bought(type, 1)).status).toBe(200);
    expect((await step(draft, 'publish')).body.error.code).toBe('INVALID_TRANSITION');
  });

  test('has at least twenty packs, of an existing type, and a time of sale', async () => {
    const type = await stocked(19);
    const body = { packTypeId: type, opensAt: at(1), closesBy: at(600) };
    const few = await call('POST', '/admin/drops', { body });
    expect(few.body.error).toMatchObject({ code: 'INVALID_TRANSITION' });
    expect(few.body.error.message).toContain('20');
    const unknown = { ...body, packTypeId: 'no-such-type' };
    const none = await call('POST', '/admin/drops', { body: unknown });
    expect(none.body.error.code).toBe('PACK_NOT_FOUND');
    const late = { ...body, opensAt: at(700), closesBy: at(1) };
    expect((await call('POST', '/admin/drops', { body: late })).status).toBe(400);
    expect((await bought(type, 1)).status).toBe(200);
  });

  test('can’t be published to open before its number is due, nor without a source of numbers', async () => {
    const type = await stocked(20);
    const draft = await drafted(type, { opensAt: at(-300) });
    const early = await step(draft, 'publish');
    expect(early.body.error.message).toContain('before its public number');
    now().context.beacon = null;
    expect((await step(draft, 'publish')).body.error.message).toContain('BEACON');
    now().context.beacon = people.beacon.source;
    for (const action of ['open', 'pause', 'close']) {
      expect((await step(draft, action)).body.error).toMatchObject({
        code: 'INVALID_TRANSITION',
        message: 'This drop is a draft: it is not published yet',
      });
      expect((await step({ id: randomUUID() }, action)).status).toBe(404);
    }
    expect((await step({ id: randomUUID() }, 'publish')).status).toBe(404);
    const unknown = `/admin/drops/${randomUUID()}`;
    expect((await call('DELETE', unknown)).status).toBe(404);
  });
});

describe('the log', () => {
  test('locks nothing that a purchase locks: people buy while a seal is written', async () => {
    const { drop, type } = await onSale(20);
    expect((await bought(type)).status).toBe(200);
    // The sealing process holds the log, and has to wait for this ticket.
    const holder = await shop.owner.connect();
    await holder.query('begin');
    await holder.query('select from tickets where drop_id = $1 for update', [drop.id]);
    const advancing = advance();
    const waiting = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%note_sealed%'`;
    await expect
      .poll(async () => (await shop.owner.query<{ waiting: number }>(waiting)).rows)
      .toEqual([{ waiting: 1 }]);
    expect((await bought(type)).status).toBe(200);
    expect((await bought(type, 3)).status).toBe(200);
    await holder.query('rollback');
    holder.release();
    await advancing;
    await advance();
    const sealed = (await historyOf(drop)).flatMap((entry) =>
      entry.kind === 'seal' ? entry.tickets.map(({ place }) => place) : [],
    );
    expect(sealed).toEqual([0, 1, 2, 3, 4]);
  });

  test('lets people buy from a drop whose row is locked', async () => {
    const { drop, type } = await onSale(20);
    const holder = await shop.owner.connect();
    await holder.query('begin');
    await holder.query('select from drops where id = $1 for update', [drop.id]);
    expect((await bought(type)).status).toBe(200);
    await holder.query('rollback');
    holder.release();
  });

  test('waits for no purchase: finished purchases are sealed during a pending one', async () => {
    const { drop, type } = await onSale(20);
    expect((await bought(type)).status).toBe(200);
    const givenUp = inTransaction(now().context.db, async (db) => {
      const wanted = [{ packTypeId: type, quantity: 2 }];
      await sellPacks(db, { reservationId: randomUUID(), buyerId: people.buyer.userId, wanted });
      await advance();
      const last = (await historyOf(drop)).at(-1);
      expect(last).toMatchObject({ kind: 'seal', tickets: [{ place: 0 }] });
      throw new Error('It is given up');
    });
    await expect(givenUp).rejects.toThrow('It is given up');
  });

  test('seals sales of several drops at once, and of the others if one can’t be sealed', async () => {
    const drops = [await onSale(20), await onSale(20), await onSale(20)];
    const buyFromEach = async () => {
      for (const { type } of drops) expect((await bought(type)).status).toBe(200);
    };
    const sealsOf = async () =>
      Promise.all(
        drops.map(async ({ drop }) =>
          (await historyOf(drop)).flatMap((entry) => (entry.kind === 'seal' ? [entry.seq] : [])),
        ),
      );
    await buyFromEach();
    await advance();
    expect(await sealsOf()).toEqual([[1], [1], [1]]);

    const broken = drops[1]!.drop.id;
    await buyFromEach();
    await shop.owner.query(
      `create trigger tickets_break before update on tickets for each row
       when (new.drop_id = '${broken}') execute function refuse_change()`,
    );
    const error = vi.fn<(fields: object, line: string) => void>();
    const { context } = now();
    await advanceDrops({
      ...context,
      log: { ...context.log, error } as unknown as typeof context.log,
    });
    expect(error.mock.calls.map(([fields]) => fields)).toEqual([
      expect.objectContaining({ event: 'drop_not_advanced', drop: broken }),
    ]);
    expect(await sealsOf()).toEqual([[1, 2], [1], [1, 2]]);

    await shop.owner.query('drop trigger tickets_break on tickets');
    await advance();
    expect(await sealsOf()).toEqual([
      [1, 2],
      [1, 2],
      [1, 2],
    ]);
  });

  test('is not slower with drops of many packs', async () => {
    await onSale(60);
    await shop.owner.query('analyze places, drop_leaves, drops, tickets');
    const read = await inTransaction(now().context.db, async (db) => {
      const readOfPlaces = async () => {
        const [row] = await statement<{ places: number }>(
          db,
          `select (seq_tup_read + idx_tup_fetch)::int as places from pg_stat_xact_user_tables where relname = 'places'`,
          [],
        );
        return row!.places;
      };
      // Makes Postgres use the indexes that it would use in a large database. With a test's few
      // rows, every plan would read all rows.
      await statement(db, 'set local enable_seqscan = off', []);
      const before = await readOfPlaces();
      const drops = await listLivingDrops(db);
      expect(drops.length).toBeGreaterThan(1);
      return ((await readOfPlaces()) - before) / drops.length;
    });
    // The query reads only the drop's first place, and only if this place is unsold.
    expect(read).toBeLessThanOrEqual(1);
  });

  test('costs a purchase no statement: one from a drop sends the same as one of loose packs', async () => {
    const { type } = await onSale(20);
    const loose = await stocked(5);
    const statementsOf = async (packTypeId: string) => {
      const sent = vi.spyOn(PipelinedQuery.prototype, 'add');
      const { status } = await bought(packTypeId);
      const texts = sent.mock.calls.map(([, text]) => text);
      sent.mockRestore();
      expect(status).toBe(200);
      return texts;
    };
    const plain = await statementsOf(loose);
    expect(plain.length).toBeGreaterThan(5);
    expect(await statementsOf(type)).toEqual(plain);
  });
});

describe('a published drop', () => {
  test('is in the log before it has an order, and gets exactly the order of its number', async () => {
    const type = await stocked(23);
    const draft = await drafted(type, { opensAt: at(100) });
    people.beacon.fault = 'late';
    const { hash } = (await step(draft, 'publish')).body.data;
    await advance();
    const before = await publicDrop(hash);
    expect(before).toMatchObject({ order: null, drop: { state: 'published', packs: 23 } });
    const proof = readTlogProof(before.manifestProof!);
    expect(isCovered(proofPrimitives, proof, before.manifest)).toBe(true);
    expect((await step(draft, 'open')).body.error.message).toContain('number');

    await pass(3);
    people.beacon.fault = 'wrong signature';
    await advance();
    expect((await publicDrop(hash)).order).toBeNull();
    people.beacon.fault = null;
    await advance();
    const { order, round, practiceChain } = await publicDrop(hash);
    const entry = readLogEntry(order!) as { round: number; signature: string };
    expect(entry.round).toBe(round);
    expect(practiceChain).toEqual(people.beacon.source.chain);

    const number = numberOf(proofPrimitives, entry.signature);
    const leaves = placesOf(proofPrimitives, 23, hash!, number);
    const { rows } = await shop.owner.query<{ leaf: number; rank: number }>(
      `select l.leaf, p.rank from drop_leaves l join places p on p.pack_id = l.pack_id
       where l.drop_id = $1 order by l.place`,
      [draft.id],
    );
    expect(rows.map(({ leaf }) => leaf)).toEqual(leaves);
    expect(rows.map(({ rank }) => rank)).toEqual(leaves.map((_, place) => place));
    expect((await step(draft, 'open')).body.error.message).toContain('time');
  });

  test('states in its manifest what it contains and costs, and has a commitment for each pack', async () => {
    const type = await stocked(20, { price: 499 });
    const draft = await drafted(type);
    const { hash } = (await step(draft, 'publish')).body.data;
    const { manifest } = await publicDrop(hash);
    expect(readManifest(manifest)).toMatchObject({
      shop: 'shop.example/log',
      packType: type,
      number: 1,
      priceCents: 499,
      packCount: 20,
      carried: 0,
      chain: people.beacon.source.chain.hash,
      odds: [
        { packs: 20, rarity: 'common' },
        { packs: 20, rarity: 'rare' },
      ],
    });
    const path = `/drops/${hash}/commitments`;
    const { data } = (await call<string[]>('GET', path)).body;
    expect(data).toHaveLength(20);
    expect(data).toEqual(data.toSorted());
    const listed = await call<Wire<typeof listDrops>>('GET', `/drops?packTypeId=${type}`);
    expect(listed.body.data.drops).toMatchObject([{ hash, number: 1, left: 20, sold: 0 }]);
    const all = await call('GET', `/admin/drops?packTypeId=${type}`);
    expect(all.body.data).toMatchObject({ drops: [{ hash }], pagination: { total: 1 } });
    const drafts = await call('GET', `/admin/drops?packTypeId=${type}&state=draft`);
    expect(drafts.body.data).toMatchObject({ drops: [], pagination: { total: 0 } });
  });

  test.each(['', '/commitments', '/history', '/contents'])(
    'does not exist under another name%s',
    async (what) => {
      expect((await call('GET', `/drops/${'ab'.repeat(32)}${what}`)).status).toBe(404);
    },
  );
});

describe('a drop on sale', () => {
  test('sells its places in their order, and loose packs wait', async () => {
    const { drop, type } = await onSale(20);
    await takeIn(type, 3);
    expect((await bought(type, 3)).status).toBe(200);
    const { rows } = await shop.owner.query<{ number: number }>(
      `select number from places where drop_id = $1 and state = 'opened' order by number`,
      [drop.id],
    );
    expect(rows.map(({ number }) => number)).toEqual([0, 1, 2]);
    expect((await bought(type, 18)).status).toBe(404);
    expect((await step(drop, 'pause')).body.data.state).toBe('paused');
    expect((await bought(type, 1)).status).toBe(404);
    expect((await step(drop, 'open')).body.data.state).toBe('open');
    expect((await bought(type, 1)).status).toBe(200);
  });

  test('gives each buyer a ticket at once, which is in the log', async () => {
    const { drop, type } = await onSale(20);
    expect((await bought(type, 2)).status).toBe(200);
    const { rows } = await shop.owner.query<{ ref: string }>(
      `select encode(ref, 'hex') as ref from tickets where drop_id = $1 order by place`,
      [drop.id],
    );
    const ask = async (ref: string) =>
      (await call<Wire<typeof showTicket>>('GET', `/tickets/${ref}`)).body.data;
    const fresh = await ask(rows[0]!.ref);
    expect(fresh).toMatchObject({ seal: null, sealProof: null });
    await advance();
    const { ticket, signature, seal, sealProof } = await ask(rows[0]!.ref);
    const { manifest } = await publicDrop(drop.hash);
    expect(isSigned(manifest, { ticket, signature })).toBe(true);
    const entry = readLogEntry(seal!);
    const hash = ticketHash(proofPrimitives, ticket);
    expect(entry).toMatchObject({ seq: 1, tickets: [{ hash, place: 0 }, { place: 1 }] });
    expect(isCovered(proofPrimitives, readTlogProof(sealProof!), seal!)).toBe(true);
    expect((await call('GET', `/tickets/${'cd'.repeat(32)}`)).status).toBe(404);
  });

  test('returns tickets for the buyer’s secrets, which the shop never has', async () => {
    const { drop, type } = await onSale(20);
    const { refs } = newSecrets(2);
    const { status, body } = await bought(type, 2, people.buyer, { refs });
    expect(status).toBe(200);
    const { tickets } = body.data;
    expect(refsOf(tickets)).toEqual(refs);
    const { manifest } = await publicDrop(drop.hash);
    expect(tickets.map((ticket) => isSigned(manifest, ticket))).toEqual([true, true]);
    expect(tickets.map(({ ticket }) => readTicket(ticket).place)).toEqual([0, 1]);
    const withSecret = 'select from tickets where drop_id = $1 and secret is not null';
    expect((await shop.owner.query(withSecret, [drop.id])).rows).toEqual([]);
    const { tickets: own } = (await bought(type, 1)).body.data;
    expect(isSigned(manifest, own[0]!)).toBe(true);
    expect((await shop.owner.query(withSecret, [drop.id])).rows).toHaveLength(1);
  });

  test('requires one unused secret for each pack, and sells nothing otherwise', async () => {
    const { drop, type } = await onSale(20);
    const { refs } = newSecrets(2);
    const [one, other] = refs as [string, string];
    const buy = async (sent: string[], quantity: number) =>
      (await bought(type, quantity, people.buyer, { refs: sent })).status;
    expect(await buy([one, other], 1)).toBe(400);
    expect(await buy([one], 2)).toBe(400);
    expect(await buy([one, one], 2)).toBe(400);
    expect(await buy([one], 1)).toBe(200);
    expect(await buy([one, other], 2)).toBe(400);
    const byCard = await beginPayment(shop, people.buyer, type, { refs: [one] });
    expect(byCard.body.error.message).toContain('used before');
    expect(await statesOf(drop.id)).toEqual({ available: 19, opened: 1 });
    expect(await buy([other], 1)).toBe(200);
  });

  test('gives a buyer who pays by card a ticket for their secret when the money has arrived', async () => {
    const { drop, type } = await onSale(20);
    const { refs } = newSecrets(1);
    const tickets = await paidByCard(type, refs);
    expect(refsOf(tickets)).toEqual(refs);
    expect(isSigned((await publicDrop(drop.hash)).manifest, tickets[0]!)).toBe(true);
  });

  test('delivers packs paid by card even if their secret was used meanwhile', async () => {
    const { drop, type } = await onSale(20);
    const { refs } = newSecrets(1);
    const intent = await begunPayment(shop, people.buyer, type, { refs });
    const stranger = await shop.signUp(1000);
    expect((await bought(type, 1, stranger, { refs })).status).toBe(200);
    await confirm(shop, intent);
    const { tickets } = await purchased(shop, people.buyer, intent.paymentIntentId);
    await postAll(shop);
    expect(refsOf(tickets)).not.toEqual(refs);
    expect(await statesOf(drop.id)).toEqual({ available: 18, opened: 1, sold: 1 });
  });

  test('sells a returned pack again, after the log has shown the return', async () => {
    const { drop, type } = await onSale(20);
    await paidByCard(type);
    expect(await statesOf(drop.id)).toEqual({ available: 19, sold: 1 });
    expect((await givenBack()).status).toBe(200);
    expect(await statesOf(drop.id)).toEqual({ available: 19, waiting: 1 });
    await advance();
    expect(await statesOf(drop.id)).toEqual({ available: 20 });
    const kinds = (await historyOf(drop)).map(({ kind }) => kind);
    expect(kinds).toEqual(['manifest', 'order', 'seal', 'void']);
    expect((await bought(type, 1)).status).toBe(200);
    await advance();
    const seals = (await historyOf(drop)).filter(({ kind }) => kind === 'seal');
    expect(seals.map((seal) => 'tickets' in seal && seal.tickets[0]!.place)).toEqual([0, 0]);
  });

  test('takes a pack back from its buyer only with the secret of its ticket', async () => {
    const { drop, type } = await onSale(20);
    const { refs, secrets } = newSecrets(2);
    await paidByCard(type, refs.slice(0, 1));
    for (const sent of [{}, { secrets: secrets.slice(1) }]) {
      const refused = await givenBack(people.buyer, sent);
      expect(refused.body.error).toMatchObject({ code: 'INVALID_TRANSITION' });
      expect(refused.body.error.message).toContain('secret');
    }
    expect(await statesOf(drop.id)).toEqual({ available: 19, sold: 1 });
    expect((await givenBack(people.buyer, { secrets })).status).toBe(200);
    await advance();
    expect((await historyOf(drop)).at(-1)).toMatchObject({ kind: 'void', secret: secrets[0] });
    expect(await statesOf(drop.id)).toEqual({ available: 20 });
  });

  test.each([
    ['shop', []],
    ['buyer', newSecrets(1).refs],
  ])('shows what an operator takes back, even if the %s has its secret', async (_whose, refs) => {
    const { drop, type } = await onSale(20);
    await paidByCard(type, refs.length === 0 ? undefined : refs);
    expect((await givenBack(people.admin)).status).toBe(200);
    await advance();
    const last = (await historyOf(drop)).at(-1);
    expect(last).toMatchObject({ kind: 'void', place: 0, document: expect.any(String) });
    expect(last).not.toHaveProperty('secret');
    expect(await statesOf(drop.id)).toEqual({ available: 19, withdrawn: 1 });
  });

  test('shows what a bank takes back, and never sells it again', async () => {
    const { drop, type } = await onSale(20);
    const stranger = await shop.signUp(0);
    const intent = await buyToDispute(shop, stranger, type);
    await postAll(shop);
    expect(await statesOf(drop.id)).toEqual({ available: 19, disputed: 1 });
    await decided(shop, intent, 'lose');
    await advance();
    const last = (await historyOf(drop)).at(-1);
    expect(last).toMatchObject({ kind: 'void', place: 0, document: expect.any(String) });
    expect(await statesOf(drop.id)).toEqual({ available: 19, withdrawn: 1 });
  });

  test('shows at once what a withdrawn pack contained, with the operator’s reason, and never sells it again', async () => {
    const { drop } = await onSale(20);
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from places where drop_id = $1 and number = 0',
      [drop.id],
    );
    const path = `/admin/stock/packs/${rows[0]!.id}`;
    // Keyboards may produce accents as separate characters, which no log entry may contain.
    const reason = { body: { reason: 'A corner is bent, de\u0301chire\u0301' } };
    expect((await call('POST', `${path}/withdraw`, reason)).status).toBe(200);
    await advance();
    const last = (await historyOf(drop)).at(-1);
    expect(last).toMatchObject({
      kind: 'withdraw',
      place: 0,
      reason: 'A corner is bent, d\u00e9chir\u00e9',
    });
    const back = await call('POST', `${path}/put-back`, reason);
    expect(back.body.error.code).toBe('INVALID_TRANSITION');
  });

  test('lie 11: is closed to staff, if its manifest says so', async () => {
    const { type } = await onSale(20);
    const refused = await bought(type, 1, people.admin);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'STAFF_CANNOT_BUY']);
    const one = await call('POST', '/packs/purchase', { body: { packId: type } });
    expect([one.status, one.body.error.code]).toEqual([403, 'STAFF_CANNOT_BUY']);
    const byCard = await beginPayment(shop, people.admin, type);
    expect([byCard.status, byCard.body.error.code]).toEqual([403, 'STAFF_CANNOT_BUY']);
    const { type: open } = await onSale(20, { staffMayBuy: true });
    expect((await bought(open, 1, people.admin)).status).toBe(200);
  });

  test('tells staff so before they pay, and nobody else', async () => {
    const { type } = await onSale(20);
    const { type: open } = await onSale(20, { staffMayBuy: true });
    const words = 'Staff accounts can’t buy packs of this drop.';
    const judged = async (as: SignedIn, ...packIds: string[]) => {
      const body = { packs: packIds.map((packId) => ({ packId, quantity: 1 })) };
      const path = '/payments/purchase-eligibility';
      return (await call<Wire<typeof checkEligibility>>('POST', path, { as, body })).body.data;
    };
    const ofBoth = await judged(people.admin, type, open);
    expect(ofBoth).toMatchObject({ eligible: false, ineligibilityReason: words });
    expect(
      ofBoth.lines.map(({ packTypeId, ineligibilityReason }) => [packTypeId, ineligibilityReason]),
    ).toEqual(
      expect.arrayContaining([
        [type, words],
        [open, null],
      ]),
    );
    expect(await judged(people.admin, open)).toMatchObject({ eligible: true });
    expect(await judged(people.buyer, type, open)).toMatchObject({ eligible: true });
    const validated = await call<{ errors: string[] }>('POST', '/packs/validate-purchase', {
      body: { packId: type, quantity: 1 },
    });
    expect(validated.body.data.errors).toEqual([words]);
  });

  test('has one price, and there is one of each type', async () => {
    const { type } = await onSale(20);
    const client = shop.owner;
    const dearer = client.query('update pack_types set price = price + 1 where id = $1', [type]);
    await expect(dearer).rejects.toThrow('fixed by its drop');
    await takeIn(type, 20);
    const draft = await drafted(type);
    const second = await step(draft, 'publish');
    expect(second.body.error.message).toContain('Another drop');
  });
});

test('a user’s data export has their tickets', async () => {
  const { drop, type } = await onSale(20);
  const someone = await shop.signUp(1000);
  const { refs } = newSecrets(1);
  const [{ placeId }] = (await bought(type, 1, someone, { refs })).body.data.tickets as [
    BoughtTicket,
  ];
  await advance();
  const { data } = (await call<PersonalData>('GET', '/users/export', { as: someone })).body;
  expect(data.tickets).toMatchObject({
    entries: [
      { id: placeId, drop: drop.hash, place: 0, ref: refs[0], sealedIn: expect.any(Number) },
    ],
    olderLeftOut: 0,
  });
});

test('the commitments of a drop are listed and compressed once for all readers', async () => {
  const { drop } = await onSale(20);
  const ask = () =>
    now().app.inject({
      url: `/api/drops/${drop.hash}/commitments`,
      headers: { 'accept-encoding': 'br' },
    });
  const first = await ask();
  const responses = await Promise.all(Array.from({ length: 40 }, ask));
  // Each response is identical to the byte. A response that was built again would have another time
  // in its envelope.
  for (const { rawPayload } of responses) expect(rawPayload.equals(first.rawPayload)).toBe(true);
  const { data } = JSON.parse(brotliDecompressSync(first.rawPayload).toString()) as {
    data: string[];
  };
  expect(new Set(data).size).toBe(20);
  expect(data).toEqual(data.toSorted());
});

describe('the proof of a pack', () => {
  const fetched = async (placeId: string, as?: SignedIn) => {
    const headers = as && { authorization: `Bearer ${as.accessToken}` };
    const path = `/places/${placeId}/proof`;
    const response = await now().app.inject({ url: `/api${path}`, ...(headers && { headers }) });
    const { error } = response.json<{ error?: { code: string } }>();
    noteResponse('GET', path, response.statusCode, error?.code ?? null);
    return response;
  };
  /** The colour of each check, as the verifier computes it on the buyer's own machine. */
  const checked = (proof: string, mine?: Mine, log?: LogAtHand, later = 0) => {
    const reader = {
      primitives: proofPrimitives,
      chains: KNOWN_CHAINS,
      now: seconds() + later,
    };
    const own = mine && { mine: writeCanonical(mine) };
    const checks = verifyPack({ ...reader, proof, ...own, ...(log && { log }) });
    return Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  };

  test('belongs to its buyer, and passes the verifier', async () => {
    const { drop, type } = await onSale(23);
    const { refs, secrets } = newSecrets(2);
    const [, { placeId, ticket }] = (await bought(type, 2, people.buyer, { refs })).body.data
      .tickets as [BoughtTicket, BoughtTicket];
    const early = await fetched(placeId, people.buyer);
    expect(early.headers['content-type']).toContain('application/json');
    expect(checked(early.body)).toMatchObject({ V3: 'waiting', V6: 'waiting', V7: 'green' });
    await advance();
    const { body } = await fetched(placeId, people.buyer);
    const colours = { V2: 'amber', V3: 'green', V5: 'amber', V6: 'green', V7: 'green' };
    expect(checked(body)).toMatchObject(colours);
    const at_ = seconds();
    const mine: Mine = {
      v: 2,
      kind: 'mine',
      manifests: [
        { hash: drop.hash!, at: at_, shop: 'shop.example/log', packType: type, number: 1 },
      ],
      tickets: [{ hash: ticketHash(proofPrimitives, ticket), at: at_, secret: secrets[1]! }],
      checkpoints: [],
    };
    expect(checked(body, mine)).toMatchObject({ ...colours, V1: 'green', V2: 'green' });
    const others = { ...mine, tickets: [{ ...mine.tickets[0]!, secret: secrets[0]! }] };
    expect(checked(body, others)).toMatchObject({ V2: 'red' });
  });

  test('reuses the stored data of its drop: the next reader waits for no hash of another pack', async () => {
    const { type } = await onSale(23);
    const [first, second] = (await bought(type, 2)).body.data.tickets as [
      BoughtTicket,
      BoughtTicket,
    ];
    const hash = vi.spyOn(proofPrimitives, 'sha256');
    const hashed = async ({ placeId }: BoughtTicket) => {
      hash.mockClear();
      expect((await fetched(placeId, people.buyer)).statusCode).toBe(200);
      return hash.mock.calls.length;
    };
    const [once, again, other] = [await hashed(first), await hashed(first), await hashed(second)];
    hash.mockRestore();
    // Only the first request hashes the tree, which has 23 leaves and 22 nodes above them.
    expect(once - again).toBe(45);
    expect(once - other).toBeGreaterThanOrEqual(45);
  });

  test('that is saved at once waits for its seal, and matches every later log', async () => {
    const { drop, type } = await onSale(20);
    const { hash } = drop;
    const { checkpoint } = await publicDrop(hash);
    const { refs, secrets } = newSecrets(1);
    const [{ placeId, ticket }] = (await bought(type, 1, people.buyer, { refs })).body.data
      .tickets as [BoughtTicket];
    const { body: early } = await fetched(placeId, people.buyer);
    const mine: Mine = {
      v: 2,
      kind: 'mine',
      manifests: [
        { hash: hash!, at: seconds(), shop: 'shop.example/log', packType: type, number: 1 },
      ],
      tickets: [{ hash: ticketHash(proofPrimitives, ticket), at: seconds(), secret: secrets[0]! }],
      checkpoints: [checkpoint!],
    };
    const known = { V1: 'green', V2: 'green', V4: 'amber', V5: 'amber', V7: 'green' };
    const untold = { ...known, V3: 'waiting', V6: 'waiting', V8: 'amber', V9: 'green' };
    expect(checked(early, mine, await readServedLog())).toEqual(untold);
    await advance();
    const told = { ...untold, V3: 'green', V6: 'green' };
    expect(checked(early, mine, await readServedLog(), 120)).toEqual(told);
    await bought(type, 1);
    await advance();
    expect((await step(drop, 'close')).status).toBe(200);
    await advance();
    expect(checked(early, mine, await readServedLog(), 120)).toEqual(told);
    // Without a log, V8 and V9 wait for ever and never fail.
    expect(checked(early, mine)).toEqual({ ...untold, V8: 'waiting', V9: 'waiting' });
  });

  test('can be found again from the user’s packs and cards', async () => {
    const { drop, type } = await onSale(20);
    const someone = await shop.signUp(1000);
    const [{ placeId }] = (await bought(type, 1, someone)).body.data.tickets as [BoughtTicket];
    const inDrop = { placeId, drop: drop.hash, number: 1, place: 0 };
    const as = { as: someone };
    const { packs } = (await call<Wire<typeof listPackHistory>>('GET', '/packs/history', as)).body
      .data;
    expect(packs).toMatchObject([{ packId: placeId, inDrop }]);
    const { cards } = (await call<Wire<typeof listMyCards>>('GET', '/cards/my', as)).body.data;
    const path = `/cards/${cards[0]!.card.id}/history`;
    expect((await call<object>('GET', path, as)).body.data).toMatchObject({ inDrop });
    // For others, the id in this path would have to be a card of the catalogue.
    expect((await call('GET', path, { as: people.buyer })).status).toBe(404);
  });

  test('reveals nothing of what a sealed pack contains', async () => {
    const { type } = await onSale(20);
    const [{ placeId }] = (await paidByCard(type)) as [BoughtTicket];
    await advance();
    const { body } = await fetched(placeId, people.buyer);
    expect(readProofFile(body)).not.toHaveProperty('document');
    expect(readProofFile(body)).not.toHaveProperty('salt');
    expect(checked(body)).toMatchObject({ V6: 'green', V7: 'waiting' });
  });

  test('is nobody else’s until the log has shown what the pack contained', async () => {
    const { drop, type } = await onSale(20);
    const [{ placeId }] = (await bought(type)).body.data.tickets as [BoughtTicket];
    const [sealed] = (await paidByCard(type)) as [BoughtTicket];
    await advance();
    expect((await fetched(placeId)).statusCode).toBe(404);
    expect((await fetched(placeId, people.admin)).statusCode).toBe(404);
    expect((await step(drop, 'close')).status).toBe(200);
    expect((await fetched(placeId)).statusCode).toBe(200);
    expect((await fetched(sealed.placeId)).statusCode).toBe(404);
    expect((await fetched(randomUUID(), people.buyer)).statusCode).toBe(404);
  });
});

test('everybody can see the shop’s signing keys', async () => {
  await onSale(20);
  await advance();
  const { data } = (await call<Wire<typeof showFairness>>('GET', '/fairness')).body;
  expect(data.log).toMatchObject({ origin: 'shop.example/log' });
  expect(data.log!.policy).toBe(`log ${data.log!.keys[0]}\nquorum none\n`);
  expect(readCheckpoint(data.log!.checkpoint!).origin).toBe('shop.example/log');
  const own = { hash: people.beacon.source.chain.hash, isPractice: true, ordersDrops: true };
  expect(data.chains).toMatchObject([{ isPractice: false, ordersDrops: false }, own]);
});

describe('a drop that closes', () => {
  test('shows the contents of all its packs, except those that a buyer has sealed', async () => {
    const { drop, type } = await onSale(20);
    await bought(type, 2);
    await paidByCard(type);
    const early = await step(drop, 'close');
    expect(early.body.error.message).toContain('to the log');
    await advance();
    expect((await step(drop, 'close')).body.data.state).toBe('closed');
    expect(await statesOf(drop.id)).toEqual({ opened: 2, sold: 1, withdrawn: 17 });
    const file = await now().app.inject(`/api/drops/${drop.hash}/contents`);
    noteResponse('GET', `/drops/${drop.hash}/contents`, file.statusCode, null);
    expect(file.body.trimEnd().split('\n')).toHaveLength(19);
    const [close, contents] = (await historyOf(drop)).slice(-2);
    expect(close).toMatchObject({ kind: 'close', carried: [] });
    const hash = hexOf(proofPrimitives.sha256(new Uint8Array(file.rawPayload)));
    expect(contents).toMatchObject({ kind: 'contents', file: hash });
    expect((await step(drop, 'open')).body.error.code).toBe('INVALID_TRANSITION');
  });

  test('moves its unsold packs to the next one, which has at least twenty new ones', async () => {
    const { drop, type } = await onSale(20);
    await bought(type, 2);
    await advance();
    await takeIn(type, 20);
    const draft = await drafted(type, { opensAt: at(90) });
    const early = await step(drop, 'close', { carriesTo: draft.id });
    expect(early.body.error.message).toContain('a day after');
    await pass(61);
    expect((await step(drop, 'close', { carriesTo: draft.id })).status).toBe(200);
    const published = await step(draft, 'publish');
    const next = readManifest((await publicDrop(published.body.data.hash)).manifest);
    expect(next).toMatchObject({ number: 2, packCount: 38, carried: 18 });
    expect((await publicDrop(drop.hash)).drop).toMatchObject({ state: 'closed', packs: 20 });
  });

  test('keeps its packs if nothing of it was sold', async () => {
    const { drop, type } = await onSale(20);
    await takeIn(type, 20);
    const draft = await drafted(type);
    await pass(61);
    const refused = await step(drop, 'close', { carriesTo: draft.id });
    expect(refused.body.error.message).toContain('None of its packs has been sold');
  });

  test('is listed with the others of its type if nothing of it was sold', async () => {
    const { drop, type } = await onSale(20);
    await takeIn(type, 20);
    const draft = await drafted(type);
    expect((await step(drop, 'close')).status).toBe(200);
    const next = (await step(draft, 'publish')).body.data;
    expect(await publicDrop(next.hash)).toMatchObject({ dropsWithoutSale: 1, dropsYetToSell: 0 });
    expect(await publicDrop(drop.hash)).toMatchObject({ dropsWithoutSale: 1, dropsYetToSell: 1 });
  });
});

test('the whole log, as served, keeps every rule of the protocol', async () => {
  await advance();
  const log = await readServedLog();
  const readAt = seconds();
  const chains = new Map([[people.beacon.source.chain.hash, people.beacon.source.chain]]);
  const reader = {
    primitives: proofPrimitives,
    now: readAt,
    chainOf: (hash: string) => chains.get(hash),
  };
  const { fault, isSigned, drops } = replayLog(reader, log);
  expect(fault).toBeUndefined();
  expect(isSigned).toBe(true);
  expect(drops.size).toBeGreaterThan(8);
});

test('the shop itself can’t change the log', async () => {
  const { client } = shop.context.db;
  for (const text of [
    `update drops set state = 'open'`,
    'delete from tickets',
    'update drop_leaves set place = 0',
    `insert into beacons select chain, round + 1, signature from beacons`,
    'update beacons set round = 1',
    `update places set number = number + 1, rank = rank + 1 where number is not null`,
    `update places set drop_id = null where drop_id is not null`,
    `update places set state = 'available' where state = 'waiting'`,
    `select move_drop(id, 'paused') from drops where state = 'open' limit 1`,
    'select salt from pack_secrets',
  ]) {
    await expect(client.query(text)).rejects.toThrow(/./);
  }
});

test('a ticket is marked as published only by its own entry', async () => {
  const { drop, type } = await onSale(20);
  expect((await bought(type, 1)).status).toBe(200);
  await advance();
  expect((await bought(type, 1)).status).toBe(200);
  const { rows } = await shop.owner.query<{ ref: string; sealed_in: number | null }>(
    `select encode(ref, 'hex') as ref, sealed_in from tickets where drop_id = $1 order by place`,
    [drop.id],
  );
  const [told, untold] = rows as [(typeof rows)[0], (typeof rows)[0]];
  await expect(
    shop.context.db.client.query(`select note_sealed(array[decode($1, 'hex')], $2)`, [
      untold.ref,
      told.sealed_in,
    ]),
  ).rejects.toThrow('sealed by the entry that has it');
  // A log entry alone does not free a place. The buyer must have returned the ticket.
  const mine = await shop.owner.query<{ text: string; secret: string }>(
    `select ticket_text(t) as text, encode(secret, 'hex') as secret from tickets t where ref = decode($1, 'hex')`,
    [told.ref],
  );
  const { text: ticket, secret } = mine.rows[0]!;
  const said = { v: 2, kind: 'void', manifest: drop.hash!, place: 0, secret };
  const at_ = Math.floor(now().context.now().getTime() / 1000);
  const undo = new Error('undone');
  const voided = inTransaction(now().context.db, async (db) => {
    const [entry] = await appendToLog({ ...now().context, db }, [
      { ...said, ticket, at: at_ } as never,
    ]);
    await db.client.query(`select note_void($1, $2)`, [Buffer.from(told.ref, 'hex'), entry!.index]);
    throw undo;
  });
  await expect(voided).rejects.toThrow('sold again only where its buyer gave it back');
  await advance();
});

test('the audit finds a ticket that is not in its seal, and a seal without a sale', async () => {
  const { drop, type } = await onSale(20);
  expect((await bought(type, 2)).status).toBe(200);
  await advance();
  const client = await shop.owner.connect();
  try {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `update tickets set issued_at = issued_at + interval '5 seconds' where drop_id = $1 and place = 1`,
      [drop.id],
    );
    const { rows } = await client.query<{ fault: string }>('select drop_faults() as fault');
    const own = rows.filter(({ fault }) => fault.includes(drop.id));
    // The audit reports two faults: the ticket in the seal has a fault, and so does the ticket that
    // is recorded as sealed.
    expect(own).toEqual([
      { fault: `ticket at place 1 of ${drop.id} is not the one in its seal` },
      { fault: `ticket at place 1 of ${drop.id} is not the one in its seal` },
    ]);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

async function takeIn(packTypeId: string, packs: number): Promise<void> {
  await inTransaction(shop.context.db, async (db) => {
    const keys = await findCardIds(db, TEST_SET);
    const [card] = keys.values();
    const serials = Array.from({ length: packs }, () => randomUUID());
    await insertPacks(
      db,
      serials.map((serial) => ({
        packTypeId,
        serial,
        certificationNumber: `C-${serial}`,
        cards: Array.from({ length: 3 }, () => ({
          cardId: card!,
          condition: 'Near Mint' as const,
        })),
      })),
    );
  });
}

/** Buys a pack by card and leaves it unopened. Returns its ticket. */
async function paidByCard(packTypeId: string, refs?: string[]): Promise<BoughtTicket[]> {
  const intent = await begunPayment(shop, people.buyer, packTypeId, refs && { refs });
  await confirm(shop, intent);
  const { tickets } = await purchased(shop, people.buyer, intent.paymentIntentId);
  await postAll(shop);
  return tickets;
}

/** Makes secrets as a buyer's browser does, and the hashes that the browser sends to the shop. */
function newSecrets(packs: number): { secrets: string[]; refs: string[] } {
  const secrets = Array.from({ length: packs }, () => randomBytes(32));
  return {
    secrets: secrets.map((secret) => secret.toString('hex')),
    refs: secrets.map((secret) => refOf(proofPrimitives, new Uint8Array(secret))),
  };
}

const refsOf = (tickets: BoughtTicket[]) => tickets.map(({ ticket }) => readTicket(ticket).ref);

function isSigned(manifest: string, { ticket, signature }: Omit<BoughtTicket, 'placeId'>): boolean {
  const message = [proofPrimitives.utf8('packproof/v2/ticket\0'), proofPrimitives.utf8(ticket)];
  return proofPrimitives.ed25519Verify(
    Uint8Array.from(Buffer.from(readManifest(manifest).ticketKey, 'hex')),
    Buffer.concat(message),
    Buffer.from(signature!, 'hex'),
  );
}

/** Returns the buyer's last purchase by card. */
async function givenBack(as = people.buyer, more: object = {}) {
  // The list begins with the newest purchase.
  const path = '/transactions?type=pack_purchase&limit=100';
  type Bought = { transactions: { id: string; paymentMethod: string }[] };
  const { body } = await shop.call<Bought>('GET', path, { as: people.buyer });
  const last = body.data.transactions.find((one) => one.paymentMethod === 'stripe')!;
  // The test returns packs more often than a buyer may.
  await placedBeforeLimits(shop, people.buyer);
  const refund = `/transactions/${last.id}/refund`;
  const response = await shop.call('POST', refund, { as, body: { reason: 'Not mine', ...more } });
  await postAll(shop);
  return response;
}

async function readServedLog(): Promise<LogAtHand> {
  const get = async (path: string) => now().app.inject(path);
  const checkpoint = (await get('/log/checkpoint')).body;
  const { size } = readCheckpoint(checkpoint);
  const bundle = await get(`/log/tile/entries/000.p/${size}`);
  const entries = readEntryBundle(new Uint8Array(bundle.rawPayload)).map((data) =>
    new TextDecoder().decode(data),
  );
  const log = {
    entries,
    checkpoint,
    commitments: new Map(),
    contents: new Map(),
    keyProofs: new Map(),
  };
  const { rows } = await shop.owner.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from drops where hash is not null`,
  );
  for (const { hash } of rows) {
    const { data } = (await call<string[]>('GET', `/drops/${hash}/commitments`)).body;
    log.commitments.set(hash, data);
    const contents = await get(`/api/drops/${hash}/contents`);
    if (contents.statusCode === 200) log.contents.set(hash, contents.body);
  }
  return log;
}

test('a log that can’t continue ends its drops: their packs are loose again', async () => {
  const { drop, type } = await onSale(20);
  await bought(type, 1);
  await advance();
  const { config, log } = now().context;
  const owner = openOwnerPool({ url: shop.url, clockOffsetMs: clockMs() });
  const context = { ...now().context, db: overPool(owner), config, log };
  const ending = ({ db }: Context<Transaction>) => giveUpDrops(db);
  const origin = await recoverLog(context, 'A key was lost', ending);
  await owner.end();
  expect(origin).toBe('shop.example/log/2');
  const { rows } = await shop.owner.query<{ state: string }>(
    'select state from drops where id = $1',
    [drop.id],
  );
  expect(rows[0]!.state).toBe('given_up');
  expect(await statesOf(drop.id)).toEqual({ opened: 1 });
  expect((await bought(type, 1)).status).toBe(200);
  await advance();
  // The type's next drop is the type's first drop in the new log.
  await takeIn(type, 20);
  expect(await opened(await drafted(type))).toMatchObject({ number: 1 });
  expect((await bought(type, 1)).status).toBe(200);
  await advance();

  // The proofs of a later drop name the new log, which has its own address. The first entry of the
  // new log names the previous log.
  const next = await onSale(20);
  expect((await bought(next.type, 1)).status).toBe(200);
  await advance();
  const sold = await shop.owner.query<{ id: string }>(
    `select id from places where drop_id = $1 and state = 'opened'`,
    [next.drop.id],
  );
  const proof = (
    await now().app.inject({
      url: `/api/places/${sold.rows[0]!.id}/proof`,
      headers: { authorization: `Bearer ${people.buyer.accessToken}` },
    })
  ).body;
  const { shop: named } = readManifest(readProofFile(proof).manifest);
  expect(named).toBe('shop.example/log/2');
  const served = await readLog(
    {
      text: (bytes) => new TextDecoder().decode(bytes),
      read: async (path) => {
        const response = await now().app.inject(`/${servedAt(path)}`);
        return response.statusCode === 200 ? new Uint8Array(response.rawPayload) : undefined;
      },
    },
    logPathOf(named),
  );
  const before = (await now().app.inject('/log/checkpoint')).body;
  const checks = verifyPack({
    primitives: proofPrimitives,
    chains: KNOWN_CHAINS,
    now: seconds(),
    proof,
    mine: writeCanonical({ v: 2, kind: 'mine', manifests: [], tickets: [], checkpoints: [before] }),
    log: served,
  });
  const states = Object.fromEntries(checks.map(({ name, state }) => [name, state]));
  expect(states).toMatchObject({ V3: 'green', V6: 'green', V7: 'green', V9: 'green' });
  expect(await replayOwnLog(now().context)).toMatchObject({ failed: 0 });
});

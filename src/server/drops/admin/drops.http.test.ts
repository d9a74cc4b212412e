// Operators choose packs for a drop by intake, preview the drop before they publish it, let it open
// automatically, and let another drop succeed it.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listDrops } from '#contract/drops.ts';
import type { listLoosePacks } from '#contract/drops-admin.ts';
import type * as stock from '#contract/stock-admin.ts';
import type { showAdminPackType } from '#contract/catalogue-admin.ts';
import type { showPackType } from '#contract/catalogue.ts';
import { readManifest } from '#domain/packproof/log-objects.ts';
import { beginPayment, begunPayment } from '../../../testing/payments.ts';
import { callApp, giveRole } from '../../../testing/app.ts';
import { openDropShop, type WireDrop } from '../../../testing/drop-shop.ts';
import { TEST_SET } from '../../../testing/stock.ts';
import { buildApp } from '../../app.ts';
import { inTransaction, statement } from '#engine/database.ts';
import { overPool } from '../../database/pool.ts';
import { findCardIds } from '../../catalogue/cards-queries.ts';
import { advanceDrops } from '../advance-drops.ts';
import { importPacks } from '../../stock/import-packs.ts';
import { readPacks } from '../../stock/import/read-packs.ts';
import { countWaiting } from '../../stock/places-queries.ts';
import { insertPacks } from '../../stock/physical-packs-queries.ts';

const {
  shop,
  people,
  now,
  pass,
  at,
  call,
  advance,
  stocked,
  draft,
  step,
  drafted,
  opened,
  onSale,
  shown,
  bought,
  historyOf,
} = openDropShop();

type Type = z.input<typeof showPackType.reply>;
type TakenIn = z.input<typeof stock.takeInPacks.reply>;

const typeOf = async (id: string) => (await call<Type>('GET', `/pack-types/${id}`)).body.data;
const looseOf = async (id: string) => {
  const path = `/admin/loose-packs?packTypeId=${id}`;
  return (await call<z.input<typeof listLoosePacks.reply>>('GET', path)).body.data;
};

/** Takes in packs of the test set over HTTP. */
async function takeIn(packTypeId: string, packs: number, cards?: string[]): Promise<TakenIn> {
  const body = { packs: intakeOf(packTypeId, packs, cards) };
  const response = await call<TakenIn>('POST', '/admin/stock/intake', { body });
  expect(response.status).toBe(200);
  return response.body.data;
}

function intakeOf(packTypeId: string, packs: number, cards = ['1', '2', '3']) {
  return Array.from({ length: packs }, () => {
    const serial = randomUUID();
    const held = cards.map((number) => ({ set: 'tst', number }));
    return { packTypeId, serial, certificationNumber: `C-${serial}`, cards: held };
  });
}

/**
 * Moves the intake time of a type's packs twenty minutes earlier, or back to the real time. The
 * packs' documents and the audit need the real time.
 */
async function moveIntake(packTypeId: string, to: 'earlier' | 'back'): Promise<void> {
  const client = await shop.owner.connect();
  await client.query('begin');
  await client.query(`select set_config('session_replication_role', 'replica', true)`);
  for (const table of ['places', 'physical_packs']) {
    await client.query(
      to === 'earlier'
        ? `update ${table} set received_at = received_at - interval '20 minutes' where pack_type_id = $1`
        : `update ${table} set received_at = received_at + interval '20 minutes'
           where pack_type_id = $1 and received_at < now() - interval '18 minutes'`,
      [packTypeId],
    );
  }
  await client.query('commit');
  client.release();
}

const RARE = ['1', '2', '4'];

describe('an operator chooses packs for a drop', () => {
  test('by their intake, as many as needed', async () => {
    const type = await stocked(22);
    await moveIntake(type, 'earlier');
    await takeIn(type, 21, RARE);
    const { packs, price, intakes, draft: none, living } = await looseOf(type);
    expect([packs, price, none, living]).toEqual([43, 10, null, null]);
    expect(intakes.map((one) => one.packs)).toEqual([21, 22]);

    const [{ from, to }] = intakes as [(typeof intakes)[number]];
    const chosen = await drafted(type, { receivedFrom: from, receivedTo: to });
    expect(chosen).toMatchObject({ packs: 21, odds: [{ rarity: 'common' }, { rarity: 'mythic' }] });
    expect(await looseOf(type)).toMatchObject({ packs: 22, draft: chosen.id });
    await call('DELETE', `/admin/drops/${chosen.id}`);
    const older = await drafted(type, { receivedTo: intakes[1]!.to, packs: 20 });
    expect(older).toMatchObject({ packs: 20, odds: [{ rarity: 'common' }, { rarity: 'rare' }] });
    const few = await call('GET', '/admin/loose-packs?packTypeId=no-such-type');
    expect(few.body.error.code).toBe('PACK_NOT_FOUND');
    await call('DELETE', `/admin/drops/${older.id}`);
    await moveIntake(type, 'back');
  });

  test('but at least twenty: fewer stay loose, and are sold as before', async () => {
    const type = await stocked(22);
    await moveIntake(type, 'earlier');
    await takeIn(type, 19);
    const [{ from, to }] = (await looseOf(type)).intakes as [
      { from: string; to: string; packs: number },
      ...unknown[],
    ];
    const refused = await draft(type, { receivedFrom: from, receivedTo: to });
    expect(refused.body.error).toMatchObject({ code: 'INVALID_TRANSITION' });
    expect(refused.body.error.message).toContain('at least 20');
    expect((await looseOf(type)).packs).toBe(41);
    await moveIntake(type, 'back');
    expect((await bought(type, 3)).status).toBe(200);
  });
});

describe('a draft', () => {
  test('shows exactly what the pack page shows once it is on sale', async () => {
    const type = await stocked(30);
    await takeIn(type, 25, RARE);
    const drop = await drafted(type, { packs: 40 });
    const { asSold, ...rest } = await shown(drop);
    expect(rest).toMatchObject({ manifestIndex: null, round: null, publicNumber: null });
    expect(asSold).toMatchObject({ availablePacksCount: 40, counted: { packs: 40 } });
    const { hash } = await opened(drop);
    const { counted, odds, potentialHitsCards, availablePacksCount } = await typeOf(type);
    const { countedAt: _before, drop: _none, ...figures } = asSold!.counted!;
    const { countedAt: _after, drop: told, ...same } = counted!;
    expect(same).toEqual(figures);
    expect(told).toBe(hash);
    expect(odds).toEqual(asSold!.odds);
    expect(potentialHitsCards).toEqual(asSold!.potentialHitsCards);
    expect(availablePacksCount).toBe(40);
    expect((await shown(drop)).asSold).toBeNull();
    expect((await call('GET', `/admin/drops/${randomUUID()}`)).status).toBe(404);
  });

  test('is decided when it is published, and not afterwards', async () => {
    const drop = await drafted(await stocked(20), { opensAt: at(9000), closesBy: at(9999) });
    const late = await step(drop, 'publish', { closesBy: at(8000) });
    expect(late.status).toBe(400);
    const terms = { opensAt: at(30), closesBy: at(600), staffMayBuy: true, opensItself: true };
    const published = (await step(drop, 'publish', terms)).body.data;
    expect(published).toMatchObject({ staffMayBuy: true, opensItself: true });
    const [manifest] = await historyOf(published);
    expect(manifest).toMatchObject({
      opensAt: Math.floor(Date.parse(terms.opensAt) / 1000),
      closesBy: Math.floor(Date.parse(terms.closesBy) / 1000),
      staffMayBuy: true,
    });
    const change = shop.owner.query(
      `update drops set closes_by = closes_by + interval '1 day' where id = $1`,
      [drop.id],
    );
    await expect(change).rejects.toThrow('stays as it was published');
  });
});

describe('a published drop', () => {
  test('opens by itself at its time, if it has one', async () => {
    const type = await stocked(20);
    const drop = await drafted(type, { opensItself: true });
    await step(drop, 'publish');
    await pass(10);
    await advance();
    expect((await shown(drop)).drop).toMatchObject({ state: 'published', isOrdered: true });
    await pass(11);
    await advance();
    const { drop: now_, round, publicNumber, manifestIndex, isPractice } = await shown(drop);
    expect(now_).toMatchObject({ state: 'open' });
    expect([isPractice, typeof round, typeof manifestIndex]).toEqual([true, 'number', 'number']);
    expect(publicNumber).toMatch(/^[0-9a-f]{64}$/);
    expect((await bought(type)).status).toBe(200);

    const byHand = await drafted(await stocked(20));
    await step(byHand, 'publish');
    await pass(21);
    await advance();
    await advance();
    expect((await shown(byHand)).drop.state).toBe('published');
  });

  test('is not opened by the shop before its time, nor without one', async () => {
    const drop = await drafted(await stocked(20));
    await step(drop, 'publish');
    await pass(2);
    await advance();
    const { client } = shop.context.db;
    const open = client.query(`select move_drop($1, 'open')`, [drop.id]);
    await expect(open).rejects.toThrow('at its time');
    await pass(30);
    const { client: later } = now().context.db;
    const unasked = later.query(`select move_drop($1, 'open')`, [drop.id]);
    await expect(unasked).rejects.toThrow('Only operators decide');
  });

  test('fixes the price of its type, in the shop and in the database; another price waits until it is over', async () => {
    const type = await stocked(20);
    const drop = await drafted(type);
    const price = (cad: number) =>
      call('PATCH', `/admin/pack-types/${type}`, {
        body: { price: cad, confirmBelowExpectedValue: true },
      });
    expect((await price(11)).status).toBe(200);
    await step(drop, 'publish');
    expect((await price(12)).status).toBe(200);
    const known = async () => {
      const path = `/admin/pack-types/${type}`;
      return (await call<z.input<typeof showAdminPackType.reply>>('GET', path)).body.data;
    };
    const heldBy = { dropId: drop.id, number: 1, closesBy: drop.closesBy };
    expect(await known()).toMatchObject({ price: 11, nextPrice: 12, heldBy });
    expect(await typeOf(type)).not.toHaveProperty('nextPrice');
    // A change of other fields leaves the price that waits. Setting the present price removes it.
    await call('PATCH', `/admin/pack-types/${type}`, { body: { tags: ['Held'] } });
    expect(await known()).toMatchObject({ nextPrice: 12, tags: ['Held'] });
    await price(11);
    expect(await known()).toMatchObject({ price: 11, nextPrice: null });
    await call('PATCH', '/admin/pack-types', {
      body: { types: [{ id: type, seen: (await known()).updatedAt, price: 12.5 }] },
    });
    const inPlace = () =>
      shop.owner.query('update pack_types set price = price + 1 where id = $1', [type]);
    await expect(inPlace()).rejects.toThrow('fixed by its drop');
    await pass(21);
    await advance();
    for (const action of ['open', 'pause']) await step(drop, action);
    await expect(inPlace()).rejects.toThrow('fixed by its drop');
    expect(await known()).toMatchObject({ price: 11, nextPrice: 12.5 });
    // The type's next drop shows the price that waits, and the drop on sale shows its own price.
    await takeIn(type, 20);
    const next = await drafted(type);
    expect((await shown(next)).asSold).toMatchObject({ price: 12.5, counted: { price: 12.5 } });
    await call('DELETE', `/admin/drops/${next.id}`);
    await step(drop, 'close');
    expect(await known()).toMatchObject({ price: 12.5, nextPrice: null, heldBy: null });
    expect(await typeOf(type)).toMatchObject({ price: 12.5 });
    expect((await price(13)).status).toBe(200);
  });

  test('has the price that an operator changed at the moment of its publication', async () => {
    const type = await stocked(20);
    const drop = await drafted(type);
    const operator = await shop.owner.connect();
    await operator.query('begin');
    await operator.query('update pack_types set price = 1200 where id = $1', [type]);
    const publishing = step(drop, 'publish');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await shop.owner.query(waiting)).rowCount).toBeGreaterThan(0);
    await operator.query('commit');
    operator.release();
    const { hash, state } = (await publishing).body.data;
    expect(state).toBe('published');
    expect((await historyOf({ hash }))[0]).toMatchObject({ kind: 'manifest', priceCents: 1200 });
    expect(await typeOf(type)).toMatchObject({ price: 12 });
  });
});

describe('an announced drop', () => {
  const listed = async (packTypeId: string) =>
    (await call<z.input<typeof listDrops.reply>>('GET', `/drops?packTypeId=${packTypeId}`)).body
      .data;
  const announced = async (seconds: number) => {
    const type = await stocked(20);
    const draft = await drafted(type);
    const terms = { publishesAt: at(seconds), opensSoon: true, opensItself: true };
    const response = await step(draft, 'publish', terms);
    expect(response.body).toMatchObject({ data: { state: 'draft', number: null } });
    return { type, draft, ...terms, opensAt: response.body.data.opensAt };
  };

  test('puts its type into visitors’ lists, where a draft does not', async () => {
    const inLists = async () => {
      const { body } = await call<{ id: string }[]>('GET', '/pack-types');
      return body.data.map(({ id }) => id);
    };
    const draftOf = await stocked(20);
    await drafted(draftOf);
    const { type } = await announced(30);
    await expect.poll(inLists).toContain(type);
    expect(await inLists()).not.toContain(draftOf);
  });

  test('is published by itself at its time, gets its number, and opens a minute later; everybody knows before', async () => {
    const { type, draft, publishesAt, opensAt } = await announced(30);
    expect((await shown(draft)).drop).toMatchObject({ state: 'draft', publishesAt });
    await advance();
    const { drops, announced: told } = await listed(type);
    expect(drops).toEqual([]);
    expect(told).toMatchObject({ packs: 20, publishesAt, opensAt, isPractice: true });
    expect(Date.parse(opensAt) - Date.parse(told!.numberAt!)).toBe(60_000);
    expect((await bought(type)).status).toBe(404);

    await pass(31);
    await advance();
    const after = await listed(type);
    expect(after).toMatchObject({
      announced: null,
      drops: [{ state: 'published', number: 1, opensAt }],
    });
    const [manifest] = await historyOf({ hash: after.drops[0]!.hash });
    expect(manifest).toMatchObject({ kind: 'manifest', packCount: 20 });
    await pass(5);
    await advance();
    expect((await shown(draft)).drop).toMatchObject({
      state: 'published',
      isOrdered: true,
      publishesAt: null,
    });
    await pass(60);
    await advance();
    expect((await shown(draft)).drop.state).toBe('open');
    expect((await bought(type)).status).toBe(200);
    const { rows } = await shop.owner.query<{ action: string }>(
      'select action from audit_log where subject_id = $1 order by action desc',
      [draft.id],
    );
    expect(rows.map(({ action }) => action)).toEqual(['draft_drop', 'announce_drop']);
  });

  test('is a draft as before if the shop could not publish it in time', async () => {
    const { type, draft } = await announced(30);
    await pass(200);
    await advance();
    expect((await shown(draft)).drop).toMatchObject({ state: 'draft', publishesAt: null });
    expect(await listed(type)).toEqual({ drops: [], announced: null });
    expect((await call('DELETE', `/admin/drops/${draft.id}`)).status).toBe(200);
  });

  test('is refused for a time that is over, an opening before its number, and a type that is on sale then', async () => {
    const type = await stocked(20);
    const draft = await drafted(type, { closesBy: at(7200) });
    const refused = async (terms: object) =>
      (await step(draft, 'publish', terms)).body.error.message;
    expect(await refused({ publishesAt: at(-1), opensSoon: true })).toContain('still to come');
    expect(await refused({ publishesAt: at(60), opensAt: at(90) })).toContain('a minute after');
    expect(await refused({ publishesAt: at(60), opensSoon: true, succeeds: draft.id })).toContain(
      'published at once',
    );
    expect((await opened(draft)).state).toBe('open');
    await takeIn(type, 20);
    const next = await drafted(type, { opensAt: at(9000), closesBy: at(9999) });
    const early = await step(next, 'publish', { publishesAt: at(60), opensAt: at(9000) });
    expect(early.body.error.message).toBe('Another drop of this pack type is on sale then');
  });

  test('is announced by an operator alone, also in the database', async () => {
    const draft = await drafted(await stocked(20));
    const unasked = inTransaction(now().context.db, (db) =>
      statement(db, 'select announce_drop($1, $2)', [draft.id, at(60)], { writes: true }),
    );
    await expect(unasked).rejects.toThrow('Only operators decide');
  });
});

describe('a drop on sale', () => {
  test('makes the loose packs of its type wait until it is over, also new ones', async () => {
    const type = await stocked(30);
    const drop = await opened(await drafted(type, { packs: 20 }));
    expect(await takeIn(type, 5)).toEqual({ newPacks: 5, knownPacks: 0, waitingPacks: 5 });
    const statesOfLoose = async () => {
      const { rows } = await shop.owner.query<{ state: string; packs: number }>(
        `select state, count(*)::int as packs from places where pack_type_id = $1 and drop_id is null group by 1`,
        [type],
      );
      return Object.fromEntries(rows.map(({ state, packs }) => [state, packs]));
    };
    await advance();
    expect(await statesOfLoose()).toEqual({ waiting: 15 });
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from places where pack_type_id = $1 and drop_id is null limit 1`,
      [type],
    );
    const { client } = shop.context.db;
    const sell = client.query(`update places set state = 'available' where id = $1`, [rows[0]!.id]);
    await expect(sell).rejects.toThrow(/./);
    await step(drop, 'pause');
    expect(await statesOfLoose()).toEqual({ waiting: 15 });
    // A pack that came in for a drop waits for a draft, and again once that draft is discarded.
    const waiting = intakeOf(type, 5).map((pack) => ({ ...pack, awaitsDrop: true }));
    await call('POST', '/admin/stock/intake', { body: { packs: waiting } });
    await step(drop, 'close');
    expect(await statesOfLoose()).toEqual({ available: 15, waiting: 5 });
    expect(await takeIn(type, 1)).toEqual({ newPacks: 1, knownPacks: 0, waitingPacks: 0 });
    const next = await drafted(type);
    expect(await statesOfLoose()).toEqual({});
    await call('DELETE', `/admin/drops/${next.id}`);
    expect(await statesOfLoose()).toEqual({ available: 16, waiting: 5 });
  });

  test('is named by the preview of an intake of its type, whose packs would wait', async () => {
    const [type, other] = [await stocked(20), await stocked(1)];
    const drop = await opened(await drafted(type, { packs: 20 }));
    const waits = async () => {
      const body = { packs: [...intakeOf(type, 1), ...intakeOf(other, 1)] };
      const { types } = (
        await call<z.input<typeof stock.previewIntake.reply>>('POST', '/admin/stock/preview', {
          body,
        })
      ).body.data;
      return Object.fromEntries(types.map((one) => [one.packTypeId, one.waits]));
    };
    expect(await waits()).toEqual({ [type]: true, [other]: false });
    await step(drop, 'pause');
    expect(await waits()).toEqual({ [type]: true, [other]: false });
    await step(drop, 'close');
    expect(await waits()).toEqual({ [type]: false, [other]: false });
  });

  test('makes only packs of its type wait, of those from an intake or a file', async () => {
    const [type, other] = [await stocked(20), await stocked(1)];
    await opened(await drafted(type, { packs: 20 }));
    const body = { packs: [...intakeOf(type, 2), ...intakeOf(other, 3)] };
    const taken = await call<TakenIn>('POST', '/admin/stock/intake', { body });
    expect(taken.body.data).toEqual({ newPacks: 5, knownPacks: 0, waitingPacks: 2 });
    const lines = [...intakeOf(type, 4), ...intakeOf(other, 1)].map(
      ({ packTypeId: packType, certificationNumber: certification, ...pack }) =>
        JSON.stringify({ pack: { ...pack, packType, certification } }),
    );
    const file = readPacks('packs.jsonl', lines.join('\n'));
    const counts = await inTransaction(overPool(shop.owner), (db) =>
      importPacks(db, file, () => {}),
    );
    expect(counts).toEqual({ packTypes: 0, newPacks: 5, knownPacks: 0, waitingPacks: 4 });
    const { rows } = await shop.owner.query(
      `select pack_type_id as type, state, count(*)::int as packs from places
       where pack_type_id = any ($1) and drop_id is null group by 1, 2 order by state`,
      [[type, other]],
    );
    expect(rows).toEqual([
      { type: other, state: 'available', packs: 5 },
      { type, state: 'waiting', packs: 6 },
    ]);
  });

  test('makes an intake read none of the packs that already wait', async () => {
    const type = await stocked(25);
    await opened(await drafted(type, { packs: 20 }));
    await takeIn(type, 40);
    const cards = [...(await findCardIds(shop.context.db, TEST_SET)).values()].slice(0, 3);
    const packs = intakeOf(type, 2).map((pack) => ({
      ...pack,
      cards: cards.map((cardId) => ({ cardId, condition: 'Near Mint' as const })),
    }));
    await inTransaction(now().context.db, async (db) => {
      // Makes Postgres use the indexes that it would use in a large database; with a test's few
      // rows, every plan reads all rows. Discards the plans that this connection has cached,
      // because they would ignore the setting.
      await statement(db, 'set local enable_seqscan = off', []);
      await statement(db, 'discard plans', []);
      const read = async () => {
        const [row] = await statement<{ places: number }>(
          db,
          `select (seq_tup_read + idx_tup_fetch)::int as places from pg_stat_xact_user_tables where relname = 'places'`,
          [],
        );
        return row!.places;
      };
      await insertPacks(db, packs);
      const before = await read();
      expect(await countWaiting(db, [type])).toBe(2);
      expect((await read()) - before).toBe(2);
    });
  });

  test('makes a withdrawn pack that is put back wait, as its response and the audit log say', async () => {
    const type = await stocked(21);
    await opened(await drafted(type, { packs: 20 }));
    const { rows } = await shop.owner.query<{ id: string }>(
      `select pack_id as id from places where pack_type_id = $1 and drop_id is null`,
      [type],
    );
    const [{ id }] = rows as [{ id: string }];
    const body = { reason: 'Counted again' };
    await call('POST', `/admin/stock/packs/${id}/withdraw`, { body });
    const back = await call<{ state: string }>('POST', `/admin/stock/packs/${id}/put-back`, {
      body,
    });
    expect([back.status, back.body.data.state]).toEqual([200, 'waiting']);
    const { rows: entries } = await shop.owner.query(
      `select after from audit_log where subject_id = $1 and action = 'put_pack_back'`,
      [id],
    );
    expect(entries).toEqual([{ after: { state: 'waiting', reason: 'Counted again' } }]);
  });

  test('is closed to staff, in the database too, until they are staff no more', async () => {
    const { type, drop } = await onSale();
    const moderator = await shop.signUp({ credits: 1000, role: 'moderator' });
    const refused = await bought(type, 1, moderator);
    expect([refused.status, refused.body.error.code]).toEqual([403, 'STAFF_CANNOT_BUY']);
    const byCard = await beginPayment(shop, moderator, type);
    expect([byCard.status, byCard.body.error.code]).toEqual([403, 'STAFF_CANNOT_BUY']);
    const { client } = shop.context.db;
    const behind = client.query(
      `with r as (insert into reservations (id, user_id, state) values (gen_random_uuid(), $1, 'paid') returning id)
       update places set state = 'sold', buyer_id = $1, reservation_id = r.id from r
       where places.id = (select id from places where drop_id = $2 and state = 'available' limit 1)`,
      [moderator.userId, drop.id],
    );
    await expect(behind).rejects.toThrow(/./);
    expect((await shown(drop)).drop).toMatchObject({ sold: 0, left: 20 });
    await giveRole(shop, moderator, 'user');
    expect((await bought(type, 1, moderator)).status).toBe(200);
  });

  test('shows each withdrawal in the log at once, on sale or paused', async () => {
    const { drop, type } = await onSale(22);
    const withdraw = async () => {
      const { rows } = await shop.owner.query<{ pack_id: string }>(
        `select pack_id from places where drop_id = $1 and state in ('available', 'waiting') order by number limit 1`,
        [drop.id],
      );
      const path = `/admin/stock/packs/${rows[0]!.pack_id}/withdraw`;
      return call('POST', path, { body: { reason: 'A corner is bent' } });
    };
    expect((await withdraw()).status).toBe(200);
    await advance();
    expect((await historyOf(drop)).at(-1)).toMatchObject({ kind: 'withdraw', place: 0 });
    await step(drop, 'pause');
    expect((await withdraw()).status).toBe(200);
    await advance();
    expect((await historyOf(drop)).at(-1)).toMatchObject({ kind: 'withdraw', place: 1 });
    expect((await shown(drop)).drop).toMatchObject({ withdrawn: 2, left: 20 });

    // If packs belong to a draft, or to a drop without an order, they can't be withdrawn, because
    // the log could not name their place.
    await takeIn(type, 20);
    const next = await drafted(type);
    const { rows } = await shop.owner.query<{ pack_id: string }>(
      'select pack_id from places where drop_id = $1 limit 1',
      [next.id],
    );
    const early = await call('POST', `/admin/stock/packs/${rows[0]!.pack_id}/withdraw`, {
      body: { reason: 'Torn' },
    });
    expect(early.body.error.code).toBe('INVALID_TRANSITION');
  });
});

describe('an operator adds packs', () => {
  test('in one step: the drop closes, its unsold packs move, and the next drop is published', async () => {
    const { drop, type } = await onSale(24);
    await bought(type, 4);
    await advance();
    await takeIn(type, 20, RARE);
    const next = await drafted(type, { opensAt: at(200) });
    const { succeeds, asSold } = await shown(next);
    expect(succeeds).toMatchObject({ id: drop.id, left: 20 });
    expect(asSold).toMatchObject({ availablePacksCount: 40, counted: { packs: 40 } });

    const early = await step(next, 'publish', { succeeds: drop.id });
    expect(early.body.error.message).toContain('a day after');
    expect((await shown(drop)).drop.state).toBe('open');
    await pass(61);
    const added = await step(next, 'publish', { succeeds: drop.id });
    expect(added.body.data).toMatchObject({ state: 'published', number: 2, packs: 40 });
    expect((await shown(drop)).drop).toMatchObject({
      state: 'closed',
      carriesTo: next.id,
      packs: 24,
    });
    const [manifest] = await historyOf(added.body.data);
    expect(manifest).toMatchObject({ packCount: 40, carried: 20 });
    expect(manifest?.kind === 'manifest' && manifest.odds).toEqual(
      asSold!.odds
        .filter(({ packs }) => packs! > 0)
        .map(({ rarity, packs }) => ({ packs, rarity }))
        .toSorted((a, b) => (a.rarity < b.rarity ? -1 : 1)),
    );
    const { rows } = await shop.owner.query<{ action: string }>(
      `select action from audit_log where subject_id = any ($1) and action in ('close_drop', 'publish_drop') order by action`,
      [[drop.id, next.id]],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'close_drop',
      'publish_drop',
      'publish_drop',
    ]);
  });

  test('completely or not at all: if the next drop can’t be published, the present one continues', async () => {
    const { drop, type } = await onSale();
    await bought(type, 1);
    await advance();
    await takeIn(type, 20);
    const next = await drafted(type);
    await pass(61);
    // The last day of the new drop would be over before its public number is published.
    const refused = await step(next, 'publish', { succeeds: drop.id, opensAt: at(-5) });
    expect(refused.body.error.message).toContain('public number');
    expect((await shown(drop)).drop.state).toBe('open');
    expect((await bought(type, 1)).status).toBe(200);
    const other = await step(next, 'publish', { succeeds: randomUUID() });
    expect(other.status).toBe(404);
  });

  test('not during a payment, and the page says so before', async () => {
    const { drop, type } = await onSale();
    await bought(type, 1);
    expect(await shown(drop)).toMatchObject({ unsealed: 1, beingPaid: 0 });
    await advance();
    await takeIn(type, 20);
    const next = await drafted(type);
    await pass(61);
    await begunPayment(shop, people.buyer, type);
    expect(await shown(drop)).toMatchObject({ unsealed: 0, beingPaid: 1 });
    const refused = await step(next, 'publish', { succeeds: drop.id, opensAt: at(200) });
    expect(refused.body.error.message).toContain('Somebody is paying');
  });

  test('at least twenty new ones, whatever remains of the previous drop', async () => {
    const { drop, type } = await onSale(40);
    await bought(type, 1);
    await advance();
    await takeIn(type, 19);
    const few = await draft(type);
    expect(few.body.error.message).toContain('at least 20');
    await takeIn(type, 1);
    const next = await drafted(type, { opensAt: at(200) });
    await pass(61);
    const { hash } = (await step(next, 'publish', { succeeds: drop.id })).body.data;
    const [entry] = await historyOf({ hash });
    expect(entry).toMatchObject({ packCount: 59, carried: 39 });
  });

  test('and the database does not publish a smaller drop either', async () => {
    const type = await stocked(20);
    const drop = await drafted(type);
    const { rows } = await shop.owner.query<{ manifest: string }>(
      `select data as manifest from log_entries where kind = 'manifest' limit 1`,
    );
    expect(readManifest(rows[0]!.manifest).packCount).toBeGreaterThanOrEqual(20);
    const client = await shop.owner.connect();
    try {
      await client.query('begin');
      await client.query(`select set_config('session_replication_role', 'replica', true)`);
      await client.query(
        `update places set drop_id = null where id = (select id from places where drop_id = $1 limit 1)`,
        [drop.id],
      );
      await client.query(`select set_config('session_replication_role', 'origin', true)`);
      await client.query(
        `insert into drop_leaves (drop_id, leaf, pack_id)
         select $1, row_number() over () - 1, pack_id from places where drop_id = $1`,
        [drop.id],
      );
      const publish = client.query(
        `update drops set state = 'published', manifest = '{}', hash = sha256('x'), number = 99 where id = $1`,
        [drop.id],
      );
      await expect(publish).rejects.toThrow('at least 20 new packs');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('a process with a wrong clock', () => {
  /**
   * Returns the current shop's context with a clock that is wrong by `minutes`. `lines` collects
   * the warnings and errors that the context logs.
   */
  function wrongBy(minutes: number) {
    const { context } = now();
    const lines: unknown[] = [];
    const note = (line: unknown) => void lines.push(line);
    const log = { ...context.log, error: note, warn: note };
    const clock = () => new Date(context.now().getTime() + minutes * 60_000);
    return { context: { ...context, now: clock, log } as typeof context, lines };
  }

  async function stepAt(
    minutes: number,
    { id }: { id: string },
    action: string,
    body: object = {},
  ) {
    const { context } = wrongBy(minutes);
    const app = await buildApp({ ...context, log: now().context.log }, shop.sandbox);
    const path = `/admin/drops/${id}/${action}`;
    const response = await callApp<WireDrop>(app, 'POST', path, { as: people.admin, body });
    await app.close();
    return response;
  }

  test('opens and ends no drop before the database’s time, and does not log that each second', async () => {
    const drop = await drafted(await stocked(20), { opensAt: at(300), opensItself: true });
    await step(drop, 'publish');
    const byHand = await drafted(await stocked(20), { opensAt: at(300) });
    await step(byHand, 'publish');
    await pass(10);
    const early = wrongBy(10);
    await advanceDrops(early.context);
    expect((await shown(drop)).drop).toMatchObject({ state: 'published', isOrdered: true });
    expect((await stepAt(10, byHand, 'open')).body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'It can’t be on sale at this time',
    });
    const over = wrongBy(90);
    await advanceDrops(over.context);
    expect((await shown(drop)).drop.state).toBe('published');
    expect([early.lines, over.lines]).toEqual([[], []]);
  });

  test('opens and ends each drop at the database’s time', async () => {
    const drop = await drafted(await stocked(20), { closesBy: at(600), opensItself: true });
    await step(drop, 'publish');
    const byHand = await drafted(await stocked(20), { closesBy: at(600) });
    await step(byHand, 'publish');
    await pass(21);
    await advanceDrops(wrongBy(-5).context);
    expect((await shown(drop)).drop.state).toBe('open');
    expect((await stepAt(-5, byHand, 'open')).body).toMatchObject({ data: { state: 'open' } });
    await pass(600);
    await advanceDrops(wrongBy(-5).context);
    expect((await shown(drop)).drop.state).toBe('closed');
  });

  test('carries no pack over before the log’s time allows it', async () => {
    const { drop, type } = await onSale();
    await bought(type);
    await advance();
    await takeIn(type, 20);
    const next = await drafted(type);
    const { minOpen } = people.beacon.source.chain;
    const early = await stepAt(Math.ceil(minOpen / 60), drop, 'close', { carriesTo: next.id });
    expect(early.body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: expect.stringContaining('at the earliest'),
    });
    await pass(minOpen);
    const late = await stepAt(-5, drop, 'close', { carriesTo: next.id });
    expect(late.body).toMatchObject({ data: { state: 'closed', carriesTo: next.id } });
  });
});

describe('an operator gets a message when the database refuses', () => {
  test('because another operator closed the drop in the same moment', async () => {
    const { drop } = await onSale();
    const client = await shop.owner.connect();
    await client.query('begin');
    await client.query(`select move_drop($1, 'closed')`, [drop.id]);
    const paused = step(drop, 'pause');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await shop.owner.query(waiting)).rowCount).toBeGreaterThan(0);
    await client.query('commit');
    client.release();
    expect((await paused).body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'Somebody else has moved this drop meanwhile. Look at it again',
    });
    expect((await shown(drop)).drop.state).toBe('closed');
  });

  test('because packs would move to something else than a draft of their type', async () => {
    const { drop, type } = await onSale();
    await bought(type);
    await advance();
    await pass(people.beacon.source.chain.minOpen);
    const { body } = await step(drop, 'close', { carriesTo: randomUUID() });
    expect(body.error).toMatchObject({
      code: 'INVALID_TRANSITION',
      message: 'Its packs go over to a draft of their own pack type',
    });
  });
});

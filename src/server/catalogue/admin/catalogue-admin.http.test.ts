// Operators change the catalogue and the prices.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CardSet, AdminPackType } from '#contract/catalogue-admin.ts';
import type { HeldPrice } from '#contract/prices-admin.ts';
import type { Prices } from '#contract/jobs.ts';
import type { ShopConfig } from '#contract/storefront.ts';
import { callApp, useTestApp, type SignedIn } from '../../../testing/app.ts';
import { atOffset, DAY_MS } from '../../../testing/clock.ts';
import { buySealedPacks } from '../../../testing/sealed-packs.ts';
import { photograph } from '../../../testing/pictures.ts';
import { stockPackType, TEST_SET } from '../../../testing/stock.ts';
import { countViolations } from '../../admin/run-audit.ts';
import { buildApp } from '../../app.ts';
import { inTransaction, statement } from '#engine/database.ts';
import { importCards } from '../../prices/import-cards.ts';
import type { ReadCard } from '../import/read-card.ts';

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));
const SOURCES = join(folder, 'sources.json');
writeFileSync(
  SOURCES,
  JSON.stringify([
    { name: 'magic', source: 'scryfall', game: 'magic', files: ['https://prices.test/a?key=s'] },
  ]),
);
afterAll(() => rmSync(folder, { recursive: true }));

const logLines: string[] = [];
const shop = useTestApp(
  { PRICE_SOURCES: SOURCES, LOG_LEVEL: 'warn' },
  { log: { write: (line) => void logLines.push(line) } },
);
const bare = useTestApp();
let admin: SignedIn;
let id: string;

const CARD: Omit<ReadCard, 'externalId' | 'number' | 'name'> = {
  game: 'magic',
  setCode: 'tst',
  setName: 'Test Harbour',
  setReleasedOn: null,
  rarity: 'common',
  nativeRarity: 'common',
  finish: 'normal',
  imageUrl: null,
  prices: [],
};

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});
beforeEach(async () => {
  id = await stockPackType(shop.context, { packs: 2 });
});

type Entry = { action: string; before: Record<string, unknown>; after: Record<string, unknown> };
async function lastAuditEntry(): Promise<Entry> {
  const { rows } = await shop.owner.query<Entry>(
    'select action, before, after from audit_log order by id desc limit 1',
  );
  return rows[0]!;
}

async function cardId(name: string): Promise<string> {
  const { rows } = await shop.owner.query<{ id: string }>('select id from cards where name = $1', [
    name,
  ]);
  return rows[0]!.id;
}

const NEW = { name: 'Harbour Draft', set_id: TEST_SET, price: 40, card_count: 3 };
const newId = () => `draft-${Math.random().toString(36).slice(2, 8)}`;

describe('creating a pack type', () => {
  test('puts it last in the shop, without stock, and records who did it', async () => {
    const made = newId();
    const body = { ...NEW, id: made, tags: ['New'], purchaseLimit: null };
    const { status, body: reply } = await shop.call('POST', '/pack-types', { as: admin, body });
    expect(status).toBe(200);
    expect(reply.data).toMatchObject({
      id: made,
      price: 40,
      originalPrice: null,
      discount: null,
      stock: 0,
      game: 'magic',
      purchaseLimit: null,
      is_available: true,
      odds: [],
    });
    const { body: list } = await shop.call<{ packTypes: { id: string }[] }>(
      'GET',
      '/admin/stock/pack-types',
      { as: admin },
    );
    expect(list.data.packTypes.at(-1)).toMatchObject({ id: made, set_id: TEST_SET, card_count: 3 });
    expect(await lastAuditEntry()).toMatchObject({
      action: 'create_pack_type',
      after: { price: 40, set_id: TEST_SET },
    });
  });

  test('accepts the other name of the number of cards, and has a limit of one by default', async () => {
    const { card_count: cardCount, ...rest } = NEW;
    const body = { ...rest, id: newId(), cardCount };
    const { body: reply } = await shop.call('POST', '/pack-types', { as: admin, body });
    expect(reply.data).toMatchObject({ card_count: 3, purchaseLimit: 1 });
  });

  test('asks for confirmation before it sells packs for less than half of their expected value', async () => {
    // The pack has three cards of a set whose five cards are worth CAD 50.75 together. If all five
    // cards were equally likely, a pack would be worth CAD 30.45 on average.
    const body = { ...NEW, id: newId(), price: 15 };
    const refused = await shop.call('POST', '/pack-types', { as: admin, body });
    expect(refused.status).toBe(409);
    expect(refused.body.error).toMatchObject({
      code: 'BELOW_EXPECTED_VALUE',
      message: `Below half of what a pack is expected to hold: ${body.name}, CAD 15.00 of CAD 30.45 (a guess from all cards that it can hold, each equally likely, so often far too high).`,
      details: [{ id: body.id, expectedValue: 30.45, basis: 'cards' }],
    });
    expect((await shop.call('GET', `/pack-types/${body.id}`)).status).toBe(404);
    const confirmed = await shop.call('POST', '/pack-types', {
      as: admin,
      body: { ...body, confirmBelowExpectedValue: true },
    });
    expect(confirmed.status).toBe(200);
  });

  test.each([
    ['an id that is taken', () => ({ id }), 'id'],
    ['an id that is no slug', () => ({ id: 'Not A Slug' }), 'id'],
    ['a set that the catalogue does not have', () => ({ set_id: 'magic-xyz' }), 'set_id'],
    ['no number of cards', () => ({ card_count: undefined }), 'card_count'],
  ])('refuses %s, and names the field', async (_name, wrong, path) => {
    const body = { ...NEW, id: newId(), ...wrong() };
    const { status, body: reply } = await shop.call('POST', '/pack-types', { as: admin, body });
    expect(status).toBe(400);
    expect(reply.error).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] });
  });

  test('is for admins only', async () => {
    const shopper = await shop.signUp();
    const body = { ...NEW, id: newId() };
    expect((await shop.call('POST', '/pack-types', { as: shopper, body })).status).toBe(403);
  });
});

describe('a pack type’s promise about every pack', () => {
  const promise = (body: object, of = id) =>
    shop.call<AdminPackType>('PATCH', `/admin/pack-types/${of}`, { as: admin, body });
  const NONE = { promisesFoil: false, promisesRarity: null, promisesHits: null };
  const cards = (numbers: string) => numbers.split('').map((number) => ({ set: 'tst', number }));
  const takeIn = (numbers: string) => {
    const serial = `P-${newId()}`;
    const pack = { packTypeId: id, serial, certificationNumber: serial, cards: cards(numbers) };
    return shop.call('POST', '/admin/stock/intake', { as: admin, body: { packs: [pack] } });
  };

  test('does not exist until an operator chooses it; then its stock must keep it, and buyers see it', async () => {
    expect((await shop.call('GET', `/pack-types/${id}`)).body.data).toMatchObject(NONE);
    const made = await promise({ promisesRarity: 'rare', promisesHits: 1 });
    expect(made.status).toBe(200);
    expect((await shop.call('GET', `/pack-types/${id}`)).body.data).toMatchObject({
      promisesFoil: false,
      promisesRarity: 'rare',
      promisesHits: 1,
    });
    expect(await lastAuditEntry()).toMatchObject({
      action: 'change_pack_type',
      before: NONE,
      after: { promisesRarity: 'rare', promisesHits: 1 },
    });
    expect((await promise({ name: 'Still promised' })).body.data).toMatchObject({
      promisesHits: 1,
    });
    expect((await promise(NONE)).status).toBe(200);
  });

  test.each([
    [{ promisesFoil: true }, 'promisesFoil', 'one foil card'],
    [{ promisesRarity: 'mythic' }, 'promisesRarity', 'one card that is Legendary'],
    [{ promisesHits: 2 }, 'promisesHits', '2 hits (Rare or Legendary)'],
  ])('is refused if a sealed pack breaks it: %o', async (promised, path, words) => {
    const { status, body } = await promise(promised);
    expect(status).toBe(400);
    const message = `Not every sealed pack of this type holds ${words}, so it can’t be promised`;
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message,
      details: [{ path, message }],
    });
    expect((await shop.call('GET', `/pack-types/${id}`)).body.data).toMatchObject(NONE);
    // The refusal revealed something about the packs' contents, so the shop recorded the request.
    expect(await lastAuditEntry()).toMatchObject({
      action: 'promise_in_vain',
      after: { ...promised, broken: [path] },
    });
  });

  test('applies to packs that are sold and still sealed, and not to open ones', async () => {
    const shopper = await shop.signUp(50);
    const [sealed] = await buySealedPacks(shop.context, shopper.userId, id, 1);
    const [left] = (
      await shop.owner.query<{ id: string }>(
        `select pack_id as id from places where pack_type_id = $1 and state = 'available'`,
        [id],
      )
    ).rows;
    const reason = 'Damaged';
    const move = (what: string) =>
      shop.call('POST', `/admin/stock/packs/${left!.id}/${what}`, { as: admin, body: { reason } });
    expect((await move('withdraw')).status).toBe(200);
    expect((await promise({ promisesRarity: 'mythic' })).status).toBe(400);
    const opened = await shop.call('POST', `/packs/${sealed}/open`, { as: shopper, body: {} });
    expect(opened.status).toBe(200);
    expect((await promise({ promisesRarity: 'mythic' })).status).toBe(200);
    // A withdrawn pack that breaks the promise can't be put back.
    const refused = await move('put-back');
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'INVALID_TRANSITION', message: 'It does not hold what its type now promises' },
    ]);
    expect((await promise({ promisesRarity: 'rare' })).status).toBe(200);
    expect((await move('put-back')).status).toBe(200);
  });

  test('applies to each new pack, which is named with what it lacks', async () => {
    expect((await promise({ promisesRarity: 'rare', promisesHits: 1 })).status).toBe(200);
    expect((await takeIn('123')).status).toBe(200);
    const { status, body } = await takeIn('125');
    expect(status).toBe(400);
    expect(body.error?.message).toMatch(
      /^pack P-\S+ does not hold one card that is Rare or Legendary, as its type promises of every pack$/,
    );
  });

  test.each([
    ['more hits than a pack has cards', { promisesHits: 4 }, 'promisesHits'],
    ['that there is a common', { promisesRarity: 'common' }, 'promisesRarity'],
    ['no hit at all', { promisesHits: 0 }, 'promisesHits'],
  ])('is refused if it is %s, for a new type too', async (_name, promised, path) => {
    const changed = await promise(promised);
    const body = { ...NEW, id: newId(), ...promised };
    const made = await shop.call('POST', '/pack-types', { as: admin, body });
    for (const { status, body: reply } of [changed, made]) {
      expect([status, reply.error]).toMatchObject([400, { details: [{ path }] }]);
    }
  });

  test('applies to packs that arrive while it is set', async () => {
    // The second of the two requests waits for the first request, and then the shop refuses it.
    const [promised, cameIn] = await Promise.all([
      promise({ promisesRarity: 'rare' }),
      takeIn('125'),
    ]);
    expect(new Set([promised.status, cameIn.status])).toEqual(new Set([200, 400]));
  });
});

describe('changing a pack type', () => {
  const change = (body: object, of = id) =>
    shop.call<AdminPackType>('PATCH', `/admin/pack-types/${of}`, { as: admin, body });

  test('changes only the sent fields, and records both states', async () => {
    const { status, body } = await change({ price: 20, purchaseLimit: null });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ price: 20, purchaseLimit: null, stock: 2 });
    expect(body.data.name).toBe(`Pack ${id}`);
    expect(await lastAuditEntry()).toMatchObject({
      action: 'change_pack_type',
      before: { price: 10, purchaseLimit: 1 },
      after: { price: 20, purchaseLimit: null },
    });
  });

  test('lowers a limit without effect on earlier purchases', async () => {
    const limited = await stockPackType(shop.context, { packs: 3, purchaseLimit: 2 });
    const shopper = await shop.signUp(50);
    const buy = (quantity: number) =>
      shop.call('POST', '/packs/purchase', { as: shopper, body: { packId: limited, quantity } });
    const violations = async () => {
      const { body } = await shop.call<{ invariant: string; violations: number }[]>(
        'GET',
        '/admin/audit',
        { as: admin },
      );
      return body.data.find((row) => row.invariant === 'purchase_limit_kept')!.violations;
    };
    expect((await buy(2)).status).toBe(200);
    expect((await change({ purchaseLimit: 1 }, limited)).status).toBe(200);
    expect((await buy(1)).body.error.code).toBe('PURCHASE_LIMIT_REACHED');
    expect(await violations()).toBe(0);

    // If the limit had been in force when the buyer bought the packs, the purchase would be a
    // violation in the audit.
    const setAt = (at: string) =>
      shop.owner.query(`update pack_types set updated_at = ${at} where id = $1`, [limited]);
    await setAt(`now() - interval '1 hour'`);
    expect(await violations()).toBe(1);
    await setAt('now()');
  });

  test('asks for confirmation of a price below half, but not of one that stays', async () => {
    const refused = await change({ price: 9 });
    expect(refused.status).toBe(409);
    expect(refused.body.error.code).toBe('BELOW_EXPECTED_VALUE');
    expect((await change({ price: 9, confirmBelowExpectedValue: true })).body.data.price).toBe(9);
    expect((await change({ price: 9, name: 'Renamed' })).body.data.name).toBe('Renamed');
  });

  test('does not find an unknown type', async () => {
    const { status, body } = await change({ name: 'Nothing' }, 'nowhere');
    expect([status, body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
  });
});

describe('a crossed-out price', () => {
  const change = (body: object, of: string) =>
    shop.call<AdminPackType>('PATCH', `/admin/pack-types/${of}`, { as: admin, body });
  const shown = async (of: string) =>
    (await shop.call<AdminPackType>('GET', `/pack-types/${of}`)).body.data;
  /** Moves the whole price history of a type some days further into the past. */
  const wait = (days: number, of: string) =>
    shop.owner.query(
      `update asked_prices set since = since - make_interval(days => $1) where pack_type_id = $2`,
      [days, of],
    );

  test('is one that the shop asked for half of the last six months', async () => {
    const type = await stockPackType(shop.context, { packs: 1, price: 4_000 });
    await wait(100, type);
    await change({ price: 30 }, type);
    expect(await shown(type)).toMatchObject({ price: 30, originalPrice: 40, discount: 25 });
    await wait(95, type);
    expect(await shown(type)).toMatchObject({ price: 30, originalPrice: null, discount: null });
  });

  test('is none that was asked for a few weeks, or while the type was not on sale', async () => {
    const type = await stockPackType(shop.context, { packs: 1, price: 4_000 });
    await wait(50, type);
    await change({ isAvailable: false }, type);
    await wait(80, type);
    await change({ isAvailable: true, price: 30 }, type);
    expect((await shown(type)).originalPrice).toBeNull();
  });

  test('can’t be typed: the log says that it is dropped', async () => {
    const type = await stockPackType(shop.context, { packs: 1, price: 4_000 });
    const { status, body } = await change({ price: 30, originalPrice: 50 }, type);
    expect([status, body.data.originalPrice]).toEqual([200, null]);
    expect(logLines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ event: 'original_price_dropped', packTypeId: type }),
    );
  });

  test('can’t be made up in the database by the shop’s own login', async () => {
    const type = await stockPackType(shop.context, { packs: 1, price: 4_000 });
    const made = statement(
      shop.context.db,
      `insert into asked_prices (pack_type_id, since, price) values ($1, now() - interval '1 year', 9000)`,
      [type],
    );
    await expect(made).rejects.toThrow('permission denied for table asked_prices');
  });
});

describe('a pack on sale', () => {
  const patch = (body: object, of = id) =>
    shop.call<AdminPackType>('PATCH', `/packs/${of}`, { as: admin, body });

  test('is taken off and put back', async () => {
    expect((await patch({ isAvailable: false, stock: 2 })).body.data.is_available).toBe(false);
    expect(await lastAuditEntry()).toMatchObject({ after: { is_available: false } });
    expect((await patch({ isAvailable: true })).body.data.is_available).toBe(true);
  });

  test('has the counted stock, whatever an operator types', async () => {
    const { status, body } = await patch({ stock: 3 });
    expect([status, body.error.code]).toEqual([400, 'STOCK_IS_COUNTED']);
  });

  test('must exist', async () => {
    expect((await patch({ isAvailable: true }, 'nowhere')).body.error.code).toBe('PACK_NOT_FOUND');
  });
});

describe('a picture of its own', () => {
  const put = (picture: string, of = id) =>
    shop.call<{ packImageUrl: string }>('PUT', `/admin/pack-types/${of}/picture`, {
      as: admin,
      body: { picture },
    });
  const remove = (of = id) =>
    shop.call<{ packImageUrl: string }>('DELETE', `/admin/pack-types/${of}/picture`, { as: admin });
  const picture = async (tone: number) => (await photograph({ tone })).toString('base64');

  test('gets a new address if it changes, and the old one ends', async () => {
    const before = (await put(await picture(1))).body.data.packImageUrl;
    const after = (await put(await picture(2))).body.data.packImageUrl;
    expect(after).not.toBe(before);
    expect((await shop.app.inject(before)).statusCode).toBe(404);
    expect((await shop.app.inject(after)).statusCode).toBe(200);
  });

  test('is recorded once, however often it is sent', async () => {
    const { body } = await put(await picture(3));
    expect(await lastAuditEntry()).toMatchObject({ action: 'change_pack_picture' });
    const entries = async () =>
      Number((await shop.owner.query('select count(*) from audit_log')).rows[0].count);
    const before = await entries();
    expect((await put(await picture(3))).body.data.packImageUrl).toBe(body.data.packImageUrl);
    expect(await entries()).toBe(before);
  });

  test('can be replaced by the drawing again', async () => {
    const drawing = new RegExp(`^/art/pack/${id}\\.svg\\?v=[\\w-]{16}$`);
    await put(await picture(4));
    expect((await remove()).body.data.packImageUrl).toMatch(drawing);
    expect(await lastAuditEntry()).toMatchObject({ after: { picture: null } });
    expect((await remove()).status).toBe(200);
  });

  test('belongs to a pack type, and is sent as base64', async () => {
    expect((await put(await picture(5), 'nowhere')).body.error.code).toBe('PACK_NOT_FOUND');
    expect((await remove('nowhere')).body.error.code).toBe('PACK_NOT_FOUND');
    expect((await put('<svg/>')).body.error.message).toBe('picture must be base64');
  });
});

describe('what a pack is worth', () => {
  const told = async (of: string) =>
    (await shop.call<AdminPackType>('GET', `/admin/pack-types/${of}`, { as: admin })).body.data;
  const takeIn = (packTypeId: string, from: number, count: number, numbers: string[]) =>
    shop.call('POST', '/admin/stock/intake', {
      as: admin,
      body: {
        packs: Array.from({ length: count }, (_, index) => ({
          packTypeId,
          serial: `${packTypeId}-${from + index}`,
          certificationNumber: `FF-${packTypeId}-${from + index}`,
          cards: numbers.map((number) => ({ set: 'tst', number })),
        })),
      },
    });

  test('is counted over its sealed packs, from twenty packs on', async () => {
    const made = newId();
    const body = { ...NEW, id: made, card_count: 2 };
    await shop.call('POST', '/pack-types', { as: admin, body });
    // Each pack holds two cards. The first card is a common; the second is a mythic of CAD 42.00 in
    // two packs, and a common in all others.
    await takeIn(made, 0, 18, ['1', '2']);
    await takeIn(made, 18, 1, ['1', '4']);
    expect((await told(made)).expectedValue).toMatchObject({ basis: 'cards' });
    await takeIn(made, 19, 1, ['2', '4']);
    // Eighteen packs are worth 1.40 + 0.35 each, one pack 43.40 and one pack 42.35. The mean is
    // 117.25 / 20, rounded down.
    expect((await told(made)).expectedValue).toEqual({ amount: 5.86, basis: 'counted' });
  });

  test('is also the mean of what was opened, from twenty packs on', async () => {
    const open = await stockPackType(shop.context, { packs: 21, purchaseLimit: null });
    const buyer = await shop.signUp(300);
    const buy = (quantity: number) =>
      shop.call('POST', '/packs/purchase', { as: buyer, body: { packId: open, quantity } });
    await buy(19);
    expect((await told(open)).openedPacks).toBeNull();
    await buy(1);
    const { body } = await shop.call<{ packTypes: AdminPackType[] }>(
      'GET',
      `/admin/pack-types?search=${open}`,
      { as: admin },
    );
    const value = await Promise.all(
      ['Harbour Lantern', 'Moss Wall', 'Glass Heron'].map(
        async (name) =>
          (await shop.call<{ marketValue: number }>('GET', `/cards/${await cardId(name)}`)).body
            .data.marketValue,
      ),
    );
    const mean = Math.round(value.reduce((sum, one) => sum + one, 0) * 100) / 100;
    expect(body.data.packTypes[0]!.openedPacks).toEqual({ packs: 20, mean });
  });
});

describe('the lists of the catalogue', () => {
  test('show each pack type’s price and expected value', async () => {
    const { body } = await shop.call<{ packTypes: AdminPackType[] }>(
      'GET',
      `/admin/pack-types?search=${id}&game=magic`,
      { as: admin },
    );
    expect(body.data.packTypes).toEqual([
      expect.objectContaining({ id, price: 10, stock: 2, hasPicture: false, set_id: TEST_SET }),
    ]);
    expect(body.data.packTypes[0]!.expectedValue).toEqual({ amount: 30.45, basis: 'cards' });
  });

  test('show one item, or that it does not exist', async () => {
    const one = await shop.call<AdminPackType>('GET', `/admin/pack-types/${id}`, { as: admin });
    expect(one.body.data).toMatchObject({ id, card_count: 3 });
    const none = await shop.call('GET', '/admin/pack-types/nowhere', { as: admin });
    expect(none.body.error.code).toBe('PACK_NOT_FOUND');
  });

  test('can be searched without accents', async () => {
    const body = { ...NEW, id: newId(), name: `Forêt Émeraude ${randomUUID()}` };
    await shop.call('POST', '/pack-types', { as: admin, body });
    await shop.owner.query(
      `insert into card_sets (id, game, code, name) values ('pokemon-foret', 'pokemon', 'foret', 'Forêt Émeraude')`,
    );
    for (const search of ['foret em', 'FORÊT', 'forét émeraude']) {
      const query = `search=${encodeURIComponent(search)}`;
      const types = await shop.call<{ packTypes: AdminPackType[] }>(
        'GET',
        `/admin/pack-types?${query}`,
        { as: admin },
      );
      expect(types.body.data.packTypes.map((type) => type.id)).toEqual([body.id]);
      const sets = await shop.call<{ sets: CardSet[] }>('GET', `/admin/sets?${query}`, {
        as: admin,
      });
      expect(sets.body.data.sets.map((set) => set.id)).toEqual(['pokemon-foret']);
    }
  });

  test('count the cards and the pack types of a set', async () => {
    const { body } = await shop.call<{ sets: CardSet[] }>('GET', '/admin/sets?search=harbour', {
      as: admin,
    });
    expect(body.data.sets).toHaveLength(1);
    expect(body.data.sets[0]).toMatchObject({ id: TEST_SET, code: 'tst', cards: 5 });
    expect(body.data.sets[0]!.packTypes).toBeGreaterThan(0);
  });
});

/**
 * Stores a price that jumped from CAD 1.40, as a price refresh does. Such a price counts only after
 * an operator accepts it.
 */
async function hold(card: string, day: string, minor = 5000): Promise<void> {
  await shop.owner.query(
    `with run as (
       insert into price_runs (id, source, started_at, finished_at, cards, new_prices, held_back)
       values (gen_random_uuid(), 'magic', now(), now(), 1, 0, 1) returning id
     )
     insert into held_prices (card_id, source, observed_on, amount_minor, currency, before_minor, before_on, run_id)
     select $1, 'test', $2, $3, 'USD', 100, '2026-11-01', id from run`,
    [card, day, minor],
  );
}

describe('a price that jumped', () => {
  const decide = (card: string, observedOn: string, accept: boolean) =>
    shop.call<{ marketValue: number }>('POST', '/admin/prices/held/decide', {
      as: admin,
      body: { cardId: card, source: 'test', observedOn, accept },
    });

  test('waits in the list, changes the value when it is accepted, and is decided once', async () => {
    const card = await cardId('Harbour Lantern');
    await hold(card, '2026-11-02');
    const { body } = await shop.call<{ held: HeldPrice[] }>('GET', '/admin/prices/held', {
      as: admin,
    });
    expect(body.data.held).toEqual([
      expect.objectContaining({ cardId: card, amount: 50, before: 1, currency: 'USD' }),
    ]);
    const accepted = await decide(card, '2026-11-02', true);
    expect(accepted.body.data).toMatchObject({ marketValue: 70 });
    expect(await lastAuditEntry()).toMatchObject({ action: 'accept_price', after: { amount: 50 } });
    const again = await decide(card, '2026-11-02', false);
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('changes nothing when it is refused', async () => {
    const card = await cardId('Moss Wall');
    await hold(card, '2026-11-02');
    expect((await decide(card, '2026-11-02', false)).body.data).toMatchObject({
      marketValue: 0.35,
    });
    expect(await lastAuditEntry()).toMatchObject({ action: 'refuse_price' });
    const missing = await decide(card, '2026-11-09', true);
    expect([missing.status, missing.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('a manual price', () => {
  const set = (card: string, amount: number) =>
    shop.call<{ marketValue: number }>('PUT', `/admin/cards/${card}/price`, {
      as: admin,
      body: { amount, reason: 'No source has it right' },
    });

  test('takes effect at once; the last one of a day wins, and each is stored', async () => {
    const card = await cardId('Glass Heron');
    expect((await set(card, 9)).body.data.marketValue).toBe(9);
    expect((await set(card, 8.5)).body.data.marketValue).toBe(8.5);
    expect(await lastAuditEntry()).toMatchObject({
      action: 'set_price',
      before: { amount: 9 },
      after: { amount: 8.5, reason: 'No source has it right' },
    });
    const { rows } = await shop.owner.query(
      `select source from price_observations where card_id = $1 and source like 'manual%' order by source`,
      [card],
    );
    expect(rows).toEqual([{ source: 'manual' }, { source: 'manual-002' }]);
  });

  test('overrides the sources for seven days', async () => {
    const card = await cardId('Blank Token');
    await set(card, 3);
    const tell = `insert into price_observations (card_id, source, observed_on, amount_minor, currency)
      values ($1, 'test', current_date, 500, 'USD')`;
    await shop.owner.query(tell, [card]);
    // `stockPackType` imports the type's cards again. The import makes the shop compute the card's
    // value anew.
    await stockPackType(shop.context, { packs: 0 });
    const value = async () =>
      (await shop.call<{ marketValue: number }>('GET', `/cards/${card}`)).body.data.marketValue;
    expect(await value()).toBe(3);
    await shop.owner.query(
      `update price_observations set observed_on = observed_on - 7 where card_id = $1 and source = 'manual'`,
      [card],
    );
    await stockPackType(shop.context, { packs: 0 });
    expect(await value()).toBe(7);
  });

  test('is for a card of the catalogue', async () => {
    const { status, body } = await set('00000000-0000-4000-8000-000000000000', 1);
    expect([status, body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
  });
});

describe('the prices', () => {
  test('are shown with their sources, runs and freshness, and without secrets', async () => {
    await hold(await cardId('The Ninth Bell'), '2026-11-03');
    const { body } = await shop.call<Prices>('GET', '/admin/prices', { as: admin });
    expect(body.data.sources).toEqual([
      expect.objectContaining({ name: 'magic', files: ['https://prices.test/a'] }),
    ]);
    expect(body.data.sources[0]!.lastRun).toMatchObject({ source: 'magic', heldBack: 1 });
    expect(body.data).toMatchObject({ dailyAtHour: 21, state: 'idle', problem: null });
    expect(body.data.runs.length).toBeGreaterThan(0);
    expect(body.data.held).toBe(1);
    expect(body.data.freshness.oldest! <= body.data.freshness.newest!).toBe(true);
  });

  test('are refreshed on an operator’s request, all of them, and only once at a time', async () => {
    const run = () => shop.call('POST', '/admin/prices/run', { as: admin });
    expect((await run()).status).toBe(200);
    expect((await run()).status).toBe(200);
    const { rows } = await shop.owner.query(
      `select data from pgboss.job where name = 'refresh-prices' and state = 'created'`,
    );
    expect(rows).toEqual([{ data: { all: true } }]);
    expect(await lastAuditEntry()).toMatchObject({ action: 'refresh_prices' });
    const { body } = await shop.call<Prices>('GET', '/admin/prices', { as: admin });
    expect(body.data.state).toBe('waiting');
  });

  test('can’t be refreshed if the shop has no sources', async () => {
    const { status, body } = await bare.call('POST', '/admin/prices/run', {
      as: await bare.signUp({ role: 'admin' }),
    });
    expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('are announced to sellers of cards only in a shop with sources', async () => {
    const announced = [shop, bare].map(async (one) => {
      const { body } = await one.call<ShopConfig>('GET', '/config');
      return body.data.refreshesPrices;
    });
    expect(await Promise.all(announced)).toEqual([true, false]);
  });
});

// This test runs last, because the lists of the tests above count cards.
test('an operator’s change of a type has the time of the shop’s clock, like cards and the purchases that its limit counts', async () => {
  const externalId = randomUUID();
  const shopper = await shop.signUp(50);
  const { limited, violations } = await atOffset(shop, -DAY_MS, async (context) => {
    const limited = await stockPackType(context, { packs: 2, purchaseLimit: 2 });
    const print = (name: string) =>
      inTransaction(context.db, (db) =>
        importCards(db, [{ ...CARD, externalId, number: externalId, name }], context.config),
      );
    await print('Tin Gull');
    await print('Tin Seagull');
    const app = await buildApp(context, null, { cachedMs: 0 });
    const ask = (method: 'POST' | 'PATCH', path: string, as: SignedIn, body: object) =>
      callApp(app, method, path, { as, body });
    const bought = await ask('POST', '/packs/purchase', shopper, {
      packId: limited,
      quantity: 2,
    });
    expect([bought.status, bought.body.error]).toEqual([200, undefined]);
    const path = `/admin/pack-types/${limited}`;
    expect((await ask('PATCH', path, admin, { purchaseLimit: 1 })).status).toBe(200);
    const audit = await countViolations(context);
    await app.close();
    return { limited, violations: audit.filter((row) => row.violations > 0) };
  });
  expect(violations).toEqual([]);
  const { rows } = await shop.owner.query<{ hours: number }>(
    `select round(extract(epoch from now() - unnest(array[created_at, updated_at])) / 3600)::int as hours
     from (select created_at, updated_at from pack_types where id = $1
       union all select created_at, updated_at from cards where external_id = $2) dated`,
    [limited, externalId],
  );
  expect(rows.map(({ hours }) => hours)).toEqual([24, 24, 24, 24]);
});

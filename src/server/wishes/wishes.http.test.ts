// Tests users' wishes. A user is notified once, because of the content that packs are declared to hold. Wishes are
// deleted with the account.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { exportData } from '#contract/profile-data.ts';
import type { listNotices, listWishes, listWishMarks } from '#contract/wishes.ts';
import { NOTICE_DAYS } from '#domain/notice.ts';
import { WISHES_MOST } from '#domain/wish.ts';
import type * as z from 'zod/mini';
import { useTestApp, verifyAddress, type SignedIn } from '../../testing/app.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { stockPackType } from '../../testing/stock.ts';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import { tellWishes } from './tell-wishes.ts';

type Notices = z.input<typeof listNotices.reply>;
type Wishes = z.input<typeof listWishes.reply>;
type Marks = z.input<typeof listWishMarks.reply>;

const shop = useTestApp();
let admin: SignedIn;
/** Card ids by collector number. Number 4 is "The Ninth Bell", which no pack holds unless a test adds it. */
let cards: Map<string, string>;

beforeAll(async () => {
  await stockPackType(shop.context, { packs: 0 });
  admin = await shop.signUp({ role: 'admin' });
  const { rows } = await shop.owner.query<{ number: string; id: string }>(
    'select number, id from cards',
  );
  cards = new Map(rows.map(({ number, id }) => [number, id]));
  await tellWishes(shop.context);
});

async function member(preferences: object = {}): Promise<SignedIn> {
  const as = await shop.signUp();
  await verifyAddress(shop, as);
  const set = await shop.call('PUT', '/users/settings/preferences', { as, body: preferences });
  expect(set.status).toBe(200);
  return as;
}

const wish = (as: SignedIn, path: string) => shop.call('PUT', `/wishes/${path}`, { as, body: {} });

async function wishes(as: SignedIn, ...paths: string[]): Promise<void> {
  for (const path of paths) expect((await wish(as, path)).status).toBe(200);
}

const card = (number: string) => `cards/${cards.get(number)!}`;

const told = async (as: SignedIn, query = ''): Promise<Notices> =>
  (await shop.call<Notices>('GET', `/notices${query}`, { as })).body.data;

const listed = async (as: SignedIn) =>
  (await shop.call<Wishes>('GET', '/wishes', { as })).body.data;

const marks = async (as: SignedIn) =>
  (await shop.call<Marks>('GET', '/wishes/marks', { as })).body.data;

async function mails(as: SignedIn): Promise<{ kind: string; subject: string; text: string }[]> {
  const { rows } = await shop.owner.query(
    `select kind, subject, text from mails where user_id = $1 and kind like 'wish%' order by kind`,
    [as.userId],
  );
  return rows;
}

/** Adds packs of a type. If the type exists, it gets more packs. */
const comeIn = (options: { id?: string; cards?: string[]; packs?: number } = {}) => {
  const serials = randomUUID().slice(0, 8);
  return stockPackType(shop.context, {
    packs: 2,
    purchaseLimit: null,
    cardsAreMade: true,
    serial: (index) => `${serials}-${index}`,
    ...options,
  });
};

const setPrice = async (number: string, amount: number) => {
  const { status } = await shop.call('PUT', `/admin/cards/${cards.get(number)!}/price`, {
    as: admin,
    key: randomUUID(),
    body: { amount, reason: 'A test' },
  });
  expect(status).toBe(200);
};

describe('a user who wishes for a card', () => {
  test('gets one notice when packs arrive that may hold it, in the shop and, if they choose, by mail', async () => {
    const [quiet, mailed] = [await member(), await member({ stockMails: true })];
    for (const as of [quiet, mailed]) await wishes(as, card('4'));
    await tellWishes(shop.context);
    expect((await told(quiet)).notices).toEqual([]);

    const id = await comeIn();
    await tellWishes(shop.context);
    const { notices, unread } = await told(quiet);
    expect(unread).toBe(1);
    expect(notices).toMatchObject([
      {
        kind: 'stock',
        packTypes: [{ id, name: `Pack ${id}` }],
        // The last two fields distinguish the card from others of its name.
        cards: [
          { id: cards.get('4'), name: 'The Ninth Bell', nativeRarity: 'mythic', finish: 'normal' },
        ],
        cardCount: 1,
        readAt: null,
      },
    ]);
    expect(await mails(quiet)).toEqual([]);
    expect(await mails(mailed)).toMatchObject([
      { kind: 'wish_stock', subject: 'Packs came in that can hold The Ninth Bell' },
    ]);

    await comeIn({ id });
    await tellWishes(shop.context);
    expect((await told(quiet)).notices).toHaveLength(1);
    expect(await mails(mailed)).toHaveLength(1);
    expect((await listed(quiet)).cards).toMatchObject([
      { name: 'The Ninth Bell', toldAt: expect.any(String), line: null },
    ]);
    expect((await marks(quiet)).cardIds).toEqual([]);
  });

  test('can renew the wish, and gets one more notice', async () => {
    const as = await member();
    await wishes(as, card('4'));
    const id = await comeIn();
    await tellWishes(shop.context);
    await wishes(as, card('4'));
    expect((await marks(as)).cardIds).toEqual([cards.get('4')]);
    await tellWishes(shop.context);
    expect((await told(as)).notices).toHaveLength(1);
    await comeIn({ id });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toHaveLength(2);
  });

  test('gets one notice of all cards that the same packs may hold', async () => {
    const as = await member({ stockMails: true });
    await wishes(as, card('1'), card('3'), card('4'));
    await comeIn();
    await tellWishes(shop.context);
    const { notices } = await told(as);
    expect(notices).toHaveLength(1);
    expect(notices[0]!.cards.map(({ name }) => name)).toEqual([
      'The Ninth Bell',
      'Glass Heron',
      'Harbour Lantern',
    ]);
    expect(await mails(as)).toMatchObject([
      { subject: 'Packs came in that can hold 3 cards you wish for' },
    ]);
  });

  test('learns nothing about the packs’ contents, whatever they wish for', async () => {
    // The packs of one type contain the most valuable card, and those of the other type never do. Both types declare
    // the same content.
    const everything = [...cards.keys()].map(card);
    const learnt = async (inside: string[]) => {
      const as = await member({ stockMails: true });
      await wishes(as, ...everything);
      const id = await comeIn({ cards: inside, packs: 25 });
      await tellWishes(shop.context);
      const [{ notices }, sent, after] = [await told(as), await mails(as), await listed(as)];
      const without = (value: unknown) =>
        JSON.stringify(value)
          .replaceAll(id, 'TYPE')
          .replaceAll(/[0-9a-f-]{36}/g, 'ID')
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
      const ofType = after.cards.map(({ name, canBeIn, toldAt }) => ({
        name,
        isTold: toldAt !== null,
        canBeIn: canBeIn.some((type) => type.id === id),
      }));
      return without({ notices, sent, ofType });
    };
    expect(await learnt(['4', '3', '5'])).toBe(await learnt(['1', '1', '2']));
  });

  test('gets a notice by the set alone if the filling is not declared', async () => {
    const [as, elsewhere] = [await member(), await member()];
    const foreign = randomUUID();
    await shop.owner.query(
      `insert into card_sets (id, game, code, name) values ('magic-els', 'magic', 'els', 'Elsewhere')`,
    );
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
       values ($1, 'magic-els', 'foreign', 'Foreign', 'F1', 'common', 'common', 'normal')`,
      [foreign],
    );
    await wishes(as, card('4'));
    await wishes(elsewhere, `cards/${foreign}`);
    const id = await comeIn();
    // From here on, the list of possible cards is derived from the packs that came in. Whatever this list contains,
    // nobody is notified because of it.
    await shop.owner.query('update pack_types set odds_counted = true where id = $1', [id]);
    await shop.owner.query('delete from pack_type_cards where pack_type_id = $1', [id]);
    await shop.owner.query('insert into pack_type_cards values ($1, $2)', [id, foreign]);
    await tellWishes(shop.context);
    expect((await told(as)).notices.map(({ packTypes }) => packTypes[0]!.id)).toEqual([id]);
    expect((await told(elsewhere)).notices).toEqual([]);
  });

  test('gets no notice of packs that are not on sale until they are', async () => {
    const as = await member();
    await wishes(as, card('4'));
    const id = await comeIn({ packs: 0 });
    const sale = (isOn: boolean) =>
      shop.owner.query('update pack_types set is_available = $2 where id = $1', [id, isOn]);
    await comeIn({ id });
    await sale(false);
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);
    await sale(true);
    await tellWishes(shop.context);
    expect((await told(as)).notices).toHaveLength(1);
  });

  test('gets no notice if they chose neither way, then and later', async () => {
    const as = await member({ stockNotices: false });
    await wishes(as, card('4'));
    await comeIn();
    await tellWishes(shop.context);
    await shop.call('PUT', '/users/settings/preferences', { as, body: { stockNotices: true } });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);
    expect(await mails(as)).toEqual([]);
  });

  test('gets no notice after removing the wish', async () => {
    const as = await member();
    await wishes(as, card('4'));
    expect((await shop.call('DELETE', `/wishes/${card('4')}`, { as })).status).toBe(200);
    await comeIn();
    await tellWishes(shop.context);
    expect([(await told(as)).notices, (await listed(as)).cards]).toEqual([[], []]);
  });

  test('can’t wish for an unknown card, nor for more than the list takes', async () => {
    const as = await member();
    const unknown = await wish(as, `cards/${randomUUID()}`);
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
       select gen_random_uuid(), set_id, 'many-' || n, 'Many ' || n, 'M' || n, 'common', 'common', 'normal'
       from cards, generate_series(1, $2) n where id = $1`,
      [cards.get('1'), WISHES_MOST],
    );
    await shop.owner.query(
      `insert into card_wishes (user_id, card_id) select $1, id from cards where external_id like 'many-%'`,
      [as.userId],
    );
    const full = await wish(as, card('1'));
    expect([full.status, full.body.error.code]).toEqual([409, 'WISHES_FULL']);
    const { rows } = await shop.owner.query<{ id: string }>(
      `select id from cards where external_id = 'many-1'`,
    );
    expect((await wish(as, `cards/${rows[0]!.id}`)).status).toBe(200);
  });
});

test('a user finds their wished cards among all cards, and a visitor finds none', async () => {
  const as = await member();
  await wishes(as, card('4'), card('1'));
  const list = (by?: SignedIn) =>
    shop.call<{ cards: { id: string }[] }>('GET', '/cards/market?wished=true', { as: by });
  expect((await list(as)).body.data.cards.map(({ id }) => id)).toEqual([
    cards.get('4'),
    cards.get('1'),
  ]);
  const visitor = await list();
  expect([visitor.status, visitor.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
});

describe('a price limit', () => {
  const draw = (as: SignedIn, number: string, amount: number | null) =>
    shop.call<{ line: object | null }>('PUT', `/wishes/${card(number)}/line`, {
      as,
      body: { amount },
    });

  test('causes one notice when the market value crosses it, from either side', async () => {
    const as = await member({ priceMails: true });
    await wishes(as, card('3'), card('1'));
    await setPrice('3', 7);
    await setPrice('1', 1.4);
    expect((await draw(as, '3', 5)).body.data.line).toMatchObject({ amount: 5, isAbove: false });
    expect((await draw(as, '1', 2)).body.data.line).toMatchObject({ amount: 2, isAbove: true });
    await setPrice('3', 5.01);
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);

    await setPrice('3', 5);
    await setPrice('1', 2.5);
    await tellWishes(shop.context);
    const { notices } = await told(as);
    expect(
      notices.map(({ cards: [first], line, marketValue }) => [first!.name, line, marketValue]),
    ).toEqual(
      expect.arrayContaining([
        ['Glass Heron', 5, 5],
        ['Harbour Lantern', 2, 2.5],
      ]),
    );
    expect(await mails(as)).toMatchObject([
      { kind: 'wish_price', subject: '2 cards crossed a price line you set' },
    ]);

    await setPrice('3', 6);
    await setPrice('3', 4);
    await tellWishes(shop.context);
    expect((await told(as)).notices).toHaveLength(2);
    expect((await listed(as)).cards.every(({ line }) => line?.toldAt !== null)).toBe(true);
  });

  test('can be changed or removed, but not set at the price, and not without the wish', async () => {
    const as = await member();
    const none = await draw(as, '2', 5);
    expect([none.status, none.body.error.code]).toEqual([404, 'CARD_NOT_FOUND']);
    await wishes(as, card('2'));
    await setPrice('2', 0.35);
    const there = await draw(as, '2', 0.35);
    expect([there.status, there.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await draw(as, '2', 0.3)).status).toBe(200);
    expect((await draw(as, '2', null)).body.data.line).toBeNull();
    await setPrice('2', 0.2);
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);
  });
});

describe('a user who waits for a pack that is out of stock', () => {
  test('gets one notice when it is back', async () => {
    const as = await member({ backMails: true });
    const id = await comeIn({ packs: 0 });
    await wishes(as, `packs/${id}`);
    expect((await marks(as)).packTypeIds).toEqual([id]);
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);
    await comeIn({ id, packs: 1 });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toMatchObject([{ kind: 'back', packTypes: [{ id }] }]);
    expect(await mails(as)).toMatchObject([{ kind: 'wish_back', subject: `Pack ${id} is back` }]);
    expect((await listed(as)).packs).toMatchObject([{ packTypeId: id, isForSale: true }]);

    await buySealedPacks(shop.context, (await shop.signUp(20)).userId, id, 1);
    await tellWishes(shop.context);
    await comeIn({ id });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toHaveLength(1);
    expect((await marks(as)).packTypeIds).toEqual([]);
  });

  test('may wish while it is on sale, and gets a notice when it was sold out and came back', async () => {
    const as = await member();
    const id = await comeIn({ packs: 1 });
    await wishes(as, `packs/${id}`);
    await tellWishes(shop.context);
    await comeIn({ id, packs: 1 });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);
    await buySealedPacks(shop.context, (await shop.signUp(40)).userId, id, 2);
    await tellWishes(shop.context);
    await comeIn({ id });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toHaveLength(1);
  });

  test('can stop; an unknown pack and a full list are refused', async () => {
    const as = await member();
    const id = await comeIn({ packs: 0 });
    await wishes(as, `packs/${id}`);
    expect((await shop.call('DELETE', `/wishes/packs/${id}`, { as })).status).toBe(200);
    await comeIn({ id });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);
    const unknown = await wish(as, 'packs/nowhere');
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'PACK_NOT_FOUND']);
    await shop.owner.query(
      `insert into pack_types (id, set_id, name, price, card_count)
       select 'many-' || n, set_id, 'Many ' || n, price, card_count from pack_types, generate_series(1, $2) n where id = $1`,
      [id, WISHES_MOST],
    );
    await shop.owner.query(
      `insert into pack_wishes (user_id, pack_type_id, was_out) select $1, id, true from pack_types where id like 'many-%'`,
      [as.userId],
    );
    const full = await wish(as, `packs/${id}`);
    expect([full.status, full.body.error.code]).toEqual([409, 'WISHES_FULL']);
    expect((await wish(as, 'packs/many-1')).status).toBe(200);
    await shop.owner.query(`delete from pack_types where id like 'many-%'`);
  });
});

describe('notices', () => {
  test('are unread until they are read, one by one or all at once, and have pages', async () => {
    const as = await member();
    const ids = [
      await comeIn({ packs: 0 }),
      await comeIn({ packs: 0 }),
      await comeIn({ packs: 0 }),
    ];
    await wishes(as, ...ids.map((id) => `packs/${id}`));
    for (const id of ids) await comeIn({ id });
    await tellWishes(shop.context);
    const { notices, unread, pagination } = await told(as, '?limit=2');
    expect([unread, notices.length, pagination.total]).toEqual([3, 2, 3]);

    const read = (body: object, by = as) =>
      shop.call<{ unread: number }>('POST', '/notices/read', { as: by, body });
    expect((await read({ ids: [notices[0]!.id] }, await member())).body.data).toEqual({
      unread: 0,
    });
    expect((await read({ ids: [notices[0]!.id] })).body.data).toEqual({ unread: 2 });
    expect((await read({})).body.data).toEqual({ unread: 0 });
    expect((await told(as)).notices.every(({ readAt }) => readAt !== null)).toBe(true);
  });

  test('are deleted after half a year', async () => {
    const as = await member();
    const id = await comeIn({ packs: 0 });
    await wishes(as, `packs/${id}`);
    await comeIn({ id });
    await tellWishes(shop.context);
    await shop.owner.query(
      `update notices set made_at = now() - make_interval(days => $2) where user_id = $1`,
      [as.userId, NOTICE_DAYS + 1],
    );
    await tellWishes(shop.context);
    expect((await told(as)).notices).toEqual([]);
  });
});

describe('the wishes of a user', () => {
  async function wisher(): Promise<SignedIn> {
    const as = await member();
    const id = await comeIn({ packs: 0 });
    await wishes(as, card('4'), `packs/${id}`);
    await shop.call('PUT', `/wishes/${card('4')}/line`, { as, body: { amount: 99 } });
    await comeIn({ id });
    await tellWishes(shop.context);
    expect((await told(as)).notices).toHaveLength(2);
    return as;
  }

  test('are in their export, with the notices', async () => {
    const as = await wisher();
    const { body } = await shop.call<z.input<typeof exportData.reply>>('GET', '/users/export', {
      as,
    });
    expect(body.data.cardWishes).toMatchObject([
      { name: 'The Ninth Bell', line: 99, toldAt: expect.any(String), lineToldAt: null },
    ]);
    expect(body.data.packWishes).toMatchObject([{ toldAt: expect.any(String) }]);
    expect(body.data.notices.entries.map(({ kind }) => kind).toSorted()).toEqual(['back', 'stock']);
  });

  test('are deleted with the account, and nothing is sent after it', async () => {
    const as = await wisher();
    await wishes(as, card('4'));
    await shop.owner.query(
      `update users set deletion_due_at = now() - interval '1 minute' where id = $1`,
      [as.userId],
    );
    expect((await eraseAccounts(shop.context)).failed).toBe(0);
    await comeIn();
    await tellWishes(shop.context);
    const { rows } = await shop.owner.query(
      `select user_id from card_wishes where user_id = $1 union all
       select user_id from pack_wishes where user_id = $1 union all
       select user_id from notices where user_id = $1`,
      [as.userId],
    );
    expect(rows).toEqual([]);
  });
});

// Tests the collection as its owner uses it: filtered, summed, exported, shown as a binder, and one card with its
// history.
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { atOffset, DAY_MS } from '../../testing/clock.ts';
import { shipped, type Item } from '../../testing/shipments.ts';
import { stockPackType, TEST_SET } from '../../testing/stock.ts';
import { statement } from '#engine/database.ts';
import { remindExpiringCards } from './remind-expiring-cards.ts';

type List = {
  cards: Item[];
  pagination: { totalItems: number };
  totals: { marketValue: number; sellPrice: number };
};
type Binder = {
  pockets: {
    number: string;
    name: string;
    item: Item | null;
    copies: number;
    wasHad: boolean;
    sent: string | null;
  }[];
  pagination: { page: number; totalPages: number; totalItems: number };
  filledPages: number[];
};
type History = {
  events: {
    type: string;
    marketValue: number | null;
    paid: number | null;
    daysAhead: number | null;
  }[];
  packId: string | null;
  shipmentId: string | null;
};

const shop = useTestApp();
let packTypeId: string;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
});

/** Makes a user with the cards of some packs. Each pack contains a Harbour Lantern, a Moss Wall and a Glass Heron. */
async function collector(packs: number, credits = 0): Promise<SignedIn> {
  const user = await shop.signUp(packs * 10.8 + credits);
  await shop.call('POST', '/packs/purchase', {
    as: user,
    body: { packId: packTypeId, quantity: packs },
  });
  return user;
}

async function read<Data>(as: SignedIn, path: string): Promise<Data> {
  const { status, body } = await shop.call<Data>('GET', path, { as });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const cardsOf = async (as: SignedIn, query = '') =>
  (await read<List>(as, `/cards/my?pageSize=100${query}`)).cards;

const sell = (as: SignedIn, item: Item) =>
  shop.call('POST', '/cards/sell', {
    as,
    body: { cardId: item.card.id, packOpeningId: item.packOpeningId },
  });

describe('the list of my cards', () => {
  test('has a sum over all its pages, for the active filters', async () => {
    const user = await collector(2);
    const all = await read<List>(user, '/cards/my?status=available&pageSize=1');
    expect([all.pagination.totalItems, all.totals]).toEqual([
      6,
      { marketValue: 17.5, sellPrice: 8.74 },
    ]);
    const herons = await read<List>(user, '/cards/my?search=heron&pageSize=1');
    expect([herons.pagination.totalItems, herons.totals]).toEqual([
      2,
      { marketValue: 14, sellPrice: 7 },
    ]);
    await sell(user, herons.cards[0]!);
    // A sold card counts with the price that the shop paid for it.
    const sold = await read<List>(user, '/cards/my?status=sold');
    expect(sold.totals).toEqual({ marketValue: 7, sellPrice: 3.5 });
  });

  test('can be filtered by set and by near expiry, and sorted by expiry', async () => {
    const user = await collector(1);
    expect(await cardsOf(user, `&setId=${TEST_SET}`)).toHaveLength(3);
    expect(await cardsOf(user, '&setId=magic-other')).toEqual([]);
    expect(await cardsOf(user, '&days=7')).toEqual([]);
    expect(await cardsOf(user, '&days=30')).toHaveLength(3);
    const [first] = await cardsOf(user);
    await shop.owner.query(
      `update physical_cards set auto_convert_at = now() + interval '3 days' where id = $1`,
      [first!.card.id],
    );
    const soonest = await cardsOf(user, '&sortBy=auto_convert_at&sortOrder=asc');
    expect(soonest[0]!.card.id).toBe(first!.card.id);
    expect((await cardsOf(user, '&days=7')).map(({ card }) => card.id)).toEqual([first!.card.id]);
  });

  test('can be exported as a table with all pages and only the user’s own cards', async () => {
    const user = await collector(1);
    await collector(1);
    const [heron] = await cardsOf(user, '&search=heron');
    await sell(user, heron!);
    const { body, headers } = await shop.call<string>('GET', '/cards/my.csv?sortBy=name', {
      as: user,
    });
    expect(headers['content-type']).toContain('text/csv');
    const [head, ...lines] = body.data.trim().split('\r\n');
    expect(head).toMatch(/^card,set,number,rarity,.*,market value,sells for,paid back,id$/);
    expect(lines).toHaveLength(3);
    const cellsOf = (name: string) => lines.find((line) => line.startsWith(name))!.split(',');
    expect(cellsOf('Glass Heron').slice(0, 8)).toEqual([
      'Glass Heron',
      'Test Harbour',
      '3',
      'Rare',
      'rare',
      'Non-Foil',
      'Near Mint',
      'sold',
    ]);
    expect(cellsOf('Moss Wall').slice(2, 4)).toEqual(['2', 'Common']);
    expect(cellsOf('Glass Heron').slice(11, 14)).toEqual(['7.00', '', '3.50']);
    expect(cellsOf('Moss Wall').slice(11, 14)).toEqual(['0.35', '0.17', '']);
  });
});

describe('the binder', () => {
  test('has a pocket for each number of a set, with the best remaining card, and marks former ones', async () => {
    const user = await collector(2);
    const [heron] = await cardsOf(user, '&search=heron');
    await sell(user, heron!);
    for (const wall of await cardsOf(user, '&search=moss')) await sell(user, wall);
    const binder = await read<Binder>(user, `/cards/my/binder?setId=${TEST_SET}`);
    expect(
      binder.pockets.map(({ number, name, item, copies, wasHad }) => [
        number,
        name,
        item?.status ?? null,
        copies,
        wasHad,
      ]),
    ).toEqual([
      ['1', 'Harbour Lantern', 'available', 2, true],
      ['2', 'Moss Wall', null, 0, true],
      ['3', 'Glass Heron', 'available', 1, true],
      ['4', 'The Ninth Bell', null, 0, false],
      ['5', 'Blank Token', null, 0, false],
    ]);
    expect(binder.pockets[2]!.item!.card.id).not.toBe(heron!.card.id);
    expect([binder.pagination.page, binder.pagination.totalItems, binder.filledPages]).toEqual([
      1,
      5,
      [1],
    ]);
    const { sets } = await read<{ sets: object[] }>(user, '/cards/my/sets');
    expect(sets).toEqual([
      { id: TEST_SET, name: 'Test Harbour', game: 'magic', numbers: 5, here: 2, owned: 2, had: 3 },
    ]);
  });

  test('counts a card that was sent to its owner as theirs, and says whether it is still in its parcel', async () => {
    const user = await collector(1, 8);
    const parcel = await shipped(shop, user, await cardsOf(user, '&search=heron'));
    const heron = async () =>
      (await read<Binder>(user, `/cards/my/binder?setId=${TEST_SET}`)).pockets[2]!;
    expect(await heron()).toMatchObject({ item: null, copies: 0, wasHad: true, sent: 'in_parcel' });
    const { sets } = await read<{ sets: object[] }>(user, '/cards/my/sets');
    expect(sets).toMatchObject([{ here: 2, owned: 3, had: 3 }]);
    const moderator = await shop.signUp({ role: 'moderator' });
    for (const body of [
      { status: 'packed' },
      { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 1' },
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- A parcel takes one step after the other.
      await shop.call('PATCH', `/admin/shipments/${parcel.id}`, { as: moderator, body });
    }
    expect(await heron()).toMatchObject({ sent: 'left' });
  });

  test('sorts numbers as people do, and leads on to the next page', async () => {
    const user = await collector(1);
    // These collector numbers would sort differently as text, and fill several pages.
    await shop.owner.query(
      `insert into card_sets (id, game, code, name) values ('magic-long', 'magic', 'long', 'A long set')`,
    );
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
       select gen_random_uuid(), 'magic-long', n, 'Card ' || n, n, 'common', 'common', 'normal'
       from (select n::text from generate_series(1, 30) as n union all select 'TG' || n from generate_series(1, 12) as n) x`,
    );
    const binder = (query: string) =>
      read<Binder>(user, `/cards/my/binder?setId=magic-long${query}`);
    const none = await binder('');
    expect([none.pagination.page, none.filledPages]).toEqual([1, []]);
    expect((await binder('&page=2')).pockets.map(({ number }) => number)).toEqual(
      Array.from({ length: 9 }, (_none, at) => String(at + 10)),
    );
    expect((await binder('&page=5')).pockets.map(({ number }) => number)).toEqual(
      ['7', '8', '9', '10', '11', '12'].map((number) => `TG${number}`),
    );
    const beyond = await binder('&page=9');
    expect([beyond.pockets, beyond.pagination.totalItems]).toEqual([[], 42]);
  });

  test('of an unknown set is empty, and without a set is refused', async () => {
    const user = await shop.signUp();
    expect((await read<Binder>(user, '/cards/my/binder?setId=nowhere')).pockets).toEqual([]);
    expect(await read<object>(user, '/cards/my/sets')).toEqual({ sets: [] });
    const refused = await shop.call('GET', '/cards/my/binder', { as: user });
    expect([refused.status, refused.body.error.message]).toEqual([400, 'setId is required']);
  });

  test('opens at the page with most of the cards', async () => {
    const user = await collector(2);
    // Eight numbers between 1 and 2 help to fill the first page, so that only one of the user's three numbers is on it.
    await shop.owner.query(
      `insert into cards (id, set_id, external_id, name, number, rarity, native_rarity, finish)
       select gen_random_uuid(), $1, n, 'Card ' || n, n, 'common', 'common', 'normal' from unnest($2::text[]) as n`,
      [TEST_SET, Array.from('abcdefgh', (letter) => `1${letter}`)],
    );
    const binder = await read<Binder>(user, `/cards/my/binder?setId=${TEST_SET}`);
    expect([binder.pagination.page, binder.filledPages]).toEqual([2, [1, 2]]);
    expect(binder.pockets.map(({ number }) => number)).toEqual(['2', '3', '4', '5']);
  });
});

describe('the history of a card of mine', () => {
  const historyOf = (as: SignedIn, { card }: Item) =>
    read<History>(as, `/cards/${card.id}/history`);

  test('shows its value when it was pulled, its reminders, and what it brought', async () => {
    const user = await collector(1);
    const [heron] = await cardsOf(user, '&search=heron');
    await atOffset(shop, 24 * DAY_MS, remindExpiringCards);
    await atOffset(shop, 29.5 * DAY_MS, remindExpiringCards);
    const { events, packId, shipmentId } = await historyOf(user, heron!);
    expect(
      events.map(({ type, marketValue, paid, daysAhead }) => [type, marketValue, paid, daysAhead]),
    ).toEqual([
      ['opened', 7, null, null],
      ['reminded', 7, null, 7],
      ['reminded', 7, null, 1],
    ]);
    expect(shipmentId).toBeNull();
    const { body } = await shop.call<{ status: string }>('GET', `/packs/${packId}/certification`);
    expect(body.data.status).toBe('opened');

    await sell(user, heron!);
    const sold = (await historyOf(user, heron!)).events.find(({ type }) => type === 'sold');
    expect(sold).toMatchObject({ marketValue: 7, paid: 3.5 });
  });

  test('leads to its parcel, and shows a stranger nothing', async () => {
    const user = await collector(1, 50);
    const [heron] = await cardsOf(user, '&search=heron');
    const parcel = await shipped(shop, user, [heron!]);
    const { events, shipmentId } = await historyOf(user, heron!);
    expect(events.map(({ type }) => type)).toEqual(['opened', 'shipped']);
    expect(shipmentId).toBe(parcel.id);

    const stranger = await shop.signUp();
    const refused = await shop.call('GET', `/cards/${heron!.card.id}/history`, { as: stranger });
    expect(refused.status).toBe(404);
    const ofCatalogue = await read<History>(
      stranger,
      `/cards/${heron!.card.catalogueCardId}/history`,
    );
    expect([ofCatalogue.events, ofCatalogue.packId, ofCatalogue.shipmentId]).toEqual([
      [],
      null,
      null,
    ]);
  });

  test('preserves its reminders: nothing changes or deletes one', async () => {
    const user = await collector(1);
    await atOffset(shop, 24 * DAY_MS, remindExpiringCards);
    for (const attack of ['update card_reminders set days = 1', 'delete from card_reminders']) {
      await expect(statement(shop.context.db, attack, [])).rejects.toThrow(
        /permission denied|may not be changed/,
      );
      await expect(shop.owner.query(attack)).rejects.toThrow(
        /permission denied|may not be changed/,
      );
    }
    const [card] = await cardsOf(user);
    expect((await historyOf(user, card!)).events).toHaveLength(2);
  });
});

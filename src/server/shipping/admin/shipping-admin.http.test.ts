import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type {
  listAdminShipments,
  moveShipments,
  printShipments,
  showAdminShipment,
} from '#contract/shipping-admin.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import {
  ADDRESS,
  balanceOf,
  groupsOf,
  ownerOfCards,
  shipped,
  statusesOf,
} from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';

type ShipmentList = z.input<typeof listAdminShipments.reply>;
type Results = z.input<typeof moveShipments.reply>;

const shop = useTestApp({}, { cards: true });
let packTypeId: string;
let moderator: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  moderator = await shop.signUp({ role: 'moderator' });
});

const owner = () => ownerOfCards(shop, packTypeId);

async function listShipments(query: string): Promise<ShipmentList> {
  const { status, body } = await shop.call<ShipmentList>('GET', `/admin/shipments?${query}`, {
    as: moderator,
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

async function move(
  items: { id: string; trackingNumber?: string }[],
  more: Record<string, unknown>,
): Promise<Results['results']> {
  const { status, body } = await shop.call<Results>('POST', '/admin/shipments/move', {
    as: moderator,
    body: { items, ...more },
  });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.results;
}

async function entriesOf(id: string): Promise<unknown[]> {
  const { rows } = await shop.owner.query<{ before: unknown; after: unknown }>(
    `select before, after from audit_log where subject_id = $1 and action = 'move_shipment' order by id`,
    [id],
  );
  return rows;
}

describe('the list of shipments', () => {
  test('is in either order, and is saved as it is shown', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 2; n += 1) {
      const { user, items } = await owner();
      ids.push((await shipped(shop, user, items.slice(0, 1))).id);
    }
    for (const [sort, order] of [
      ['', ids],
      ['&sort=-requested', ids.toReversed()],
    ] as const) {
      const { shipments } = await listShipments(`limit=100${sort}`);
      const shown = shipments.map(({ id, cardCount }) => `${id},${cardCount}`);
      const { body } = await shop.call<string>(
        'GET',
        `/admin/shipments.csv?columns=shipment,cards${sort}`,
        { as: moderator },
      );
      expect(body.data.split('\r\n')).toEqual(['Shipment,Cards', ...shown, '']);
      const mine = shipments.filter(({ id }) => ids.includes(id));
      expect(mine.map(({ id }) => id)).toEqual(order);
    }
    const { body } = await shop.call<string>('GET', '/admin/shipments.csv', { as: moderator });
    expect(body.data.split('\r\n')[0]).toBe(
      'Shipment,Requested,Status,Owner,Recipient,Country,Cards,Carrier,Tracking number',
    );
  });

  test('shows a parcel, its owner and its destination, and is found by each of its words', async () => {
    const { user, items } = await owner();
    const shipment = await shipped(shop, user, items.slice(0, 2));
    const { rows } = await shop.owner.query<{ email: string }>(
      'select email from users where id = $1',
      [user.userId],
    );
    const { email } = rows[0]!;
    const found = await listShipments(`search=${shipment.id.slice(0, 13).toUpperCase()}`);
    expect(found.shipments).toEqual([
      {
        id: shipment.id,
        status: 'requested',
        ownerEmail: email,
        recipient: 'Mira Holt',
        country: 'CA',
        cardCount: 2,
        totalFee: 8,
        carrier: null,
        trackingNumber: null,
        requestedAt: shipment.createdAt,
      },
    ]);
    expect(found.pagination.total).toBe(1);
    expect((await listShipments(`search=${encodeURIComponent(email)}`)).shipments).toHaveLength(1);
    for (const name of ['mira%20HOLT', 'Mira', 'holt']) {
      const { shipments } = await listShipments(`search=${name}&limit=100`);
      expect([name, ...shipments.map(({ id }) => id)]).toContain(shipment.id);
    }
    expect((await listShipments('search=ira%20Holt')).shipments).toEqual([]);
    await shop.owner.query(
      `update shipments set address = address || '{"firstName": "Zoë", "lastName": "Côté"}' where id = $1`,
      [shipment.id],
    );
    for (const name of ['zoe cot', 'ZOË', 'cote', 'Côté', 'CÔTE']) {
      const { shipments } = await listShipments(`search=${encodeURIComponent(name)}`);
      expect([name, ...shipments.map(({ id }) => id)]).toEqual([name, shipment.id]);
    }
    // A `%` is a wildcard in patterns. In a search it matches only itself.
    expect((await listShipments('search=%25')).shipments).toEqual([]);
    const elsewhere = await listShipments(`status=packed&search=${shipment.id}`);
    expect(elsewhere.shipments).toEqual([]);
    // The counts on the tabs show the status in which the parcel was found.
    expect(elsewhere.counts.map(({ count }) => count)).toEqual([1, 0, 0, 0, 0, 0]);
  });

  test('finds a waiting parcel among the many of the same name that arrived long ago', async () => {
    const { user, items } = await owner();
    const address = { shippingAddress: { ...ADDRESS, lastName: 'Crowd' } };
    const first = await shipped(shop, user, items.slice(0, 1), address);
    // The test copies the shipment as often as a shop would have shipments after years.
    const { rows: others } = await shop.owner.query<{ id: string }>(
      `insert into shipments
       select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
       from shipments s cross join generate_series(1, 600) where s.id = $1 returning id`,
      [first.id],
    );
    const ids = others.map(({ id }) => id);
    for (const change of [
      `state = 'packed', packed_at = updated_at`,
      `state = 'shipped', shipped_at = updated_at, carrier = 'UPS', tracking_number = '1Z'`,
      `state = 'delivered', delivered_at = updated_at`,
    ]) {
      await shop.owner.query(`update shipments set ${change} where id = any ($1)`, [ids]);
    }
    const last = await shipped(shop, user, items.slice(1, 2), address);
    const { shipments, counts } = await listShipments('search=crowd');
    // Deletes the copies, because nobody paid for them and the audit would report them. The
    // triggers are off, because a shipped parcel can't be deleted otherwise.
    await shop.owner.query(`begin; set local session_replication_role = replica;
      delete from shipments where state = 'delivered' and address ->> 'lastName' = 'Crowd'; commit`);
    expect(shipments.map(({ id }) => id)).toEqual([first.id, last.id]);
    expect(counts.map(({ count }) => count)).toEqual([2, 0, 0, 500, 0, 0]);
  });

  test('is oldest first for waiting parcels, newest first for finished ones', async () => {
    const { user, items } = await owner();
    const first = await shipped(shop, user, items.slice(0, 1));
    const second = await shipped(shop, user, items.slice(1, 2));
    const ours = async (status: string) =>
      (await listShipments(`status=${status}&limit=100`)).shipments
        .map(({ id }) => id)
        .filter((id) => id === first.id || id === second.id);
    expect(await ours('requested')).toEqual([first.id, second.id]);
    await move(
      [first, second].map(({ id }) => ({ id })),
      { status: 'cancelled' },
    );
    expect(await ours('cancelled')).toEqual([second.id, first.id]);
  });

  test('counts the parcels in each status', async () => {
    const { user, items } = await owner();
    const before = await listShipments('limit=1');
    await shipped(shop, user, items.slice(0, 1));
    const after = await listShipments('limit=1');
    const requested = ({ counts }: ShipmentList) =>
      counts.find((one) => one.status === 'requested')!.count;
    expect(requested(after)).toBe(requested(before) + 1);
    expect(after.counts.map((one) => one.status)).toEqual([
      'requested',
      'packed',
      'shipped',
      'delivered',
      'cancelled',
      'lost',
    ]);
  });

  test('keeps the parcel of a deleted account, without the place', async () => {
    const { user, items } = await owner();
    const { id } = await shipped(shop, user, items.slice(0, 1));
    await move([{ id }], { status: 'cancelled' });
    await shop.owner.query('update shipments set address = null where id = $1', [id]);
    const { shipments } = await listShipments(`status=cancelled&search=${id}`);
    expect(shipments).toMatchObject([{ id, recipient: null, country: null }]);
  });

  test('never shows unpaid parcels', async () => {
    const { user, items } = await owner();
    const begun = await shop.call('POST', '/shipping/create-payment-intent', {
      as: user,
      body: { cardGroups: groupsOf(items.slice(0, 1)), shippingAddress: ADDRESS },
    });
    expect(begun.status).toBe(200);
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from shipments where user_id = $1',
      [user.userId],
    );
    const found = await listShipments(`search=${rows[0]!.id}`);
    expect(found.counts.map(({ count }) => count)).toEqual([0, 0, 0, 0, 0, 0]);
    const open = await shop.call('GET', `/admin/shipments/${rows[0]!.id}`, { as: moderator });
    expect(open.status).toBe(404);
    expect(await move([{ id: rows[0]!.id }], { status: 'packed' })).toMatchObject([
      { error: { code: 'NOT_FOUND' } },
    ]);
  });

  test('refuses an unknown status', async () => {
    const response = await shop.call('GET', '/admin/shipments?status=sunk', { as: moderator });
    expect([response.status, response.body.error.message]).toEqual([
      400,
      'status is not a status of a shipment',
    ]);
  });

  test('is for operators only', async () => {
    const user = await shop.signUp();
    for (const path of [
      '/admin/shipments',
      '/admin/shipments/sheets',
      `/admin/shipments/${randomUUID()}`,
    ]) {
      expect((await shop.call('GET', path, { as: user })).status).toBe(403);
    }
  });
});

test('an open parcel shows for each card in which pack and place it is', async () => {
  const { user, items } = await owner();
  const shipment = await shipped(shop, user, items);
  const { body } = await shop.call<z.input<typeof showAdminShipment.reply>>(
    'GET',
    `/admin/shipments/${shipment.id}`,
    { as: moderator },
  );
  const { rows } = await shop.owner.query<{ id: string; serial: string; position: number }>(
    `select p.id, k.serial, p.position from physical_cards p
     join physical_packs k on k.id = p.pack_id where p.opened_by_id = $1`,
    [user.userId],
  );
  const places = body.data.cards.map(({ cardId, packSerial, position }) => ({
    id: cardId,
    serial: packSerial,
    position,
  }));
  expect(places).toHaveLength(items.length);
  expect(places).toEqual(expect.arrayContaining(rows));
  expect(body.data.shipment.id).toBe(shipment.id);

  const none = await shop.call('GET', `/admin/shipments/${randomUUID()}`, { as: moderator });
  expect([none.status, none.body.error.code]).toEqual([404, 'NOT_FOUND']);
});

test('a packing slip and an open parcel list cards in the order of the shelves', async () => {
  const { user, items } = await owner();
  const shipment = await shipped(shop, user, items);
  const numbered = async (numbers: [before: string, after: string][]) => {
    for (const [before, after] of numbers) {
      await shop.owner.query('update cards set number = $2 where number = $1', [before, after]);
    }
  };
  await numbered([
    ['1', '10'],
    ['2', '9a'],
    ['3', 'TG05'],
  ]);
  const { body } = await shop.call<z.input<typeof showAdminShipment.reply>>(
    'GET',
    `/admin/shipments/${shipment.id}`,
    { as: moderator },
  );
  await numbered([
    ['10', '1'],
    ['9a', '2'],
    ['TG05', '3'],
  ]);
  expect(body.data.cards.map(({ number }) => number)).toEqual(['9a', '10', 'TG05']);
});

describe('a print', () => {
  const sheets = (query: string) =>
    shop.call<z.input<typeof printShipments.reply>>('GET', `/admin/shipments/sheets?${query}`, {
      as: moderator,
    });

  test('has the chosen parcels, in their order, and no unknown ones', async () => {
    const { user, items } = await owner();
    const first = await shipped(shop, user, items.slice(0, 1));
    const second = await shipped(shop, user, items.slice(1, 3));
    const ids = [second.id, randomUUID(), first.id, second.id];
    const { body } = await sheets(ids.map((id) => `ids=${id}`).join('&'));
    expect(body.data.shipments.map(({ shipment }) => shipment.id)).toEqual([second.id, first.id]);
    expect(body.data.shipments.map(({ cards }) => cards.length)).toEqual([2, 1]);
    const { body: one } = await sheets(`ids=${first.id.toUpperCase()}`);
    expect(one.data.shipments).toEqual([body.data.shipments[1]]);
  });

  test('has the customs form of a parcel abroad, and none for a domestic one', async () => {
    const { user, items } = await owner();
    const here = await shipped(shop, user, items.slice(0, 1));
    const abroad = await shipped(shop, user, items.slice(1, 3), {
      shippingAddress: { ...ADDRESS, country: 'US', state: 'NY' },
    });
    const { body } = await sheets(`ids=${here.id}&ids=${abroad.id}`);
    const { rows } = await shop.owner.query<{ value: number }>(
      `select sum(c.market_value)::float / 100 as value from physical_cards p join cards c on c.id = p.card_id
       where p.id = any ($1::uuid[])`,
      [items.slice(1, 3).map((item) => item.card.id)],
    );
    expect(body.data.shipments.map(({ customs }) => customs)).toEqual([
      null,
      {
        description: 'Trading cards (playing cards)',
        hsCode: '950440',
        originCountry: null,
        quantity: 2,
        value: rows[0]!.value,
        netGrams: 4,
        grossGrams: 34,
        sender: null,
      },
    ]);
  });

  test('has at most one page of the list', async () => {
    const many = Array.from({ length: 101 }, () => `ids=${randomUUID()}`).join('&');
    const response = await sheets(many);
    expect([response.status, response.body.error.message]).toEqual([
      400,
      'At most 100 shipments can be printed at once',
    ]);
    const none = await sheets('ids=all');
    expect([none.status, none.body.error.message]).toEqual([400, 'ids must be ids of shipments']);
  });
});

describe('moving many shipments', () => {
  test('completes all steps, each parcel with its own number, and is recorded', async () => {
    const { user, items } = await owner();
    const one = await shipped(shop, user, items.slice(0, 1));
    const two = await shipped(shop, user, items.slice(1, 2));
    const both = [{ id: one.id }, { id: two.id }];
    const done = both.map(({ id }) => ({ id, error: null }));
    expect(await move(both, { status: 'packed' })).toEqual(done);
    const labelled = [
      { id: one.id, trackingNumber: 'CP 1' },
      { id: two.id, trackingNumber: 'CP 2' },
    ];
    expect(await move(labelled, { status: 'shipped', carrier: 'Canada Post' })).toEqual(done);
    // Operators can leave out the spaces of a tracking number.
    expect((await listShipments('status=shipped&search=cp2')).shipments).toMatchObject([
      { id: two.id, carrier: 'Canada Post', trackingNumber: 'CP 2' },
    ]);
    expect(await move(both, { status: 'delivered' })).toEqual(done);
    expect(await statusesOf(shop, user, items.slice(0, 2))).toEqual(['delivered', 'delivered']);
    expect(await entriesOf(two.id)).toEqual([
      { before: { status: 'requested' }, after: { status: 'packed' } },
      {
        before: { status: 'packed' },
        after: { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 2' },
      },
      { before: { status: 'shipped' }, after: { status: 'delivered' } },
    ]);
  });

  test('names those that could not be moved, and moves the others', async () => {
    const { user, items } = await owner();
    const good = await shipped(shop, user, items.slice(0, 1));
    const gone = await shipped(shop, user, items.slice(1, 2));
    const before = await balanceOf(shop, user);
    await move([{ id: gone.id }], { status: 'cancelled' });
    expect(await balanceOf(shop, user)).toBeCloseTo(before + 8, 2);
    expect(await statusesOf(shop, user, items.slice(1, 2))).toEqual(['available']);
    const unknown = randomUUID();
    const results = await move([{ id: gone.id }, { id: unknown }, { id: good.id }], {
      status: 'packed',
    });
    expect(results).toEqual([
      {
        id: gone.id,
        error: {
          code: 'INVALID_TRANSITION',
          message: 'A shipment that is cancelled can’t become packed',
        },
      },
      { id: unknown, error: { code: 'NOT_FOUND', message: expect.any(String) } },
      { id: good.id, error: null },
    ]);
  });

  test('by two operators at once happens once', async () => {
    const { user, items } = await owner();
    const parcels = [];
    for (const item of items.slice(0, 3)) parcels.push(await shipped(shop, user, [item]));
    const ids = parcels.map(({ id }) => ({ id }));
    const responses = await Promise.all([
      move(ids, { status: 'packed' }),
      move(ids.toReversed(), { status: 'packed' }),
    ]);
    expect(responses.flat().map(({ error }) => error)).toEqual(Array(6).fill(null));
    for (const { id } of ids) expect(await entriesOf(id)).toHaveLength(1);
  });

  test('distinguishes an owner’s cancellation from an operator’s', async () => {
    const { user, items } = await owner();
    const { id } = await shipped(shop, user, items.slice(0, 1));
    await shop.call('POST', `/shipping/requests/${id}/cancel`, { as: user });
    expect(await entriesOf(id)).toEqual([]);
  });

  test.each([
    [{ items: [], status: 'packed' }, 'At least one shipment must be named'],
    [
      { items: Array.from({ length: 101 }, () => ({ id: randomUUID() })), status: 'packed' },
      'At most 100 shipments can be moved at once',
    ],
    [
      { items: [{ id: randomUUID() }], status: 'shipped', carrier: 'UPS' },
      'A shipped parcel has a carrier and a tracking number',
    ],
  ])('refuses impossible moves, with a message', async (body, message) => {
    const response = await shop.call('POST', '/admin/shipments/move', { as: moderator, body });
    expect([response.status, response.body.error.message]).toEqual([400, message]);
  });
});

// Operators find anything by one field, each kind only with the right to see it.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Found } from '#contract/admin-search.ts';
import type { FoundKind } from '#domain/desk-search.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { buySealedPacks } from '../../testing/sealed-packs.ts';
import { ownerOfCards, shipped, type Item } from '../../testing/shipments.ts';
import { singlesOnSale } from '../../testing/singles.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp({}, { cards: true });
const mark = randomUUID()
  .slice(0, 8)
  .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!);
const serialOf = (index: number) => `Z${mark}-${index}`;
let type: string;
let admin: SignedIn;
let moderator: SignedIn;
let owner: SignedIn;
let items: Item[];
let parcelId: string;
let intent: string;

beforeAll(async () => {
  type = await stockPackType(shop.context, {
    packs: 12,
    purchaseLimit: null,
    serial: serialOf,
  });
  [admin, moderator] = await Promise.all([
    shop.signUp({ role: 'admin' }),
    shop.signUp({ role: 'moderator' }),
  ]);
  ({ user: owner, items } = await ownerOfCards(shop, type));
  await shop.owner.query(
    `update users set email = $2 || '@example.test', full_name = 'Ada Quill' || $2 where id = $1`,
    [owner.userId, mark],
  );
  parcelId = (await shipped(shop, owner, items.slice(0, 2))).id;
  await shop.call('POST', '/admin/shipments/move', {
    as: moderator,
    body: { items: [{ id: parcelId }], status: 'packed' },
  });
  await shop.call('PATCH', `/admin/shipments/${parcelId}`, {
    as: moderator,
    key: randomUUID(),
    body: { status: 'shipped', carrier: 'Canada Post', trackingNumber: `1Z ${mark} 77` },
  });
  const begun = await begunPayment(shop, owner, type);
  await confirm(shop, begun);
  await postAll(shop);
  await purchased(shop, owner, begun.paymentIntentId);
  intent = begun.paymentIntentId;
});

/** What the search page shows to somebody: the matches of all calls that their rights admit. */
async function search(text: string, as = admin): Promise<Found[]> {
  const matches = await Promise.all(
    ['packing', 'support', 'catalogue', 'money'].map((right) =>
      shop.call<{ found: Found[] }>(
        'GET',
        `/admin/search/${right}?search=${encodeURIComponent(text)}`,
        { as },
      ),
    ),
  );
  const allowed = matches.filter(({ status }) => status !== 403);
  expect(allowed.map(({ status }) => status)).toEqual(allowed.map(() => 200));
  return allowed.flatMap(({ body }) => body.data.found);
}

const only = (found: Found[], kind: FoundKind) => found.filter((one) => one.kind === kind);
const firstId = async (query: string, values: unknown[] = []) =>
  (await shop.owner.query<{ id: string }>(query, values)).rows[0]!.id;

describe('one search', () => {
  test('finds people, their orders and their parcels by an address, and a parcel by its number', async () => {
    const byEmail = await search(mark.toUpperCase());
    expect(only(byEmail, 'person')).toMatchObject([
      { id: owner.userId, name: `${mark}@example.test`, about: `Ada Quill${mark}` },
    ]);
    expect(only(byEmail, 'order').length).toBeGreaterThan(0);
    expect(only(byEmail, 'parcel')).toMatchObject([{ id: parcelId, state: 'shipped' }]);
    expect(only(await search(`quill${mark}`), 'person')).toHaveLength(1);
    const tracked = await search(`1z${mark}`);
    expect(tracked).toMatchObject([{ kind: 'parcel', id: parcelId, name: `1Z ${mark} 77` }]);
    // A whole tracking number also finds the orders whose cards are in the parcel.
    const whole = await search(`1Z${mark} 77`);
    expect(only(whole, 'order')).toMatchObject([{ name: `${mark}@example.test` }]);
    expect(only(await search(parcelId.slice(0, 8)), 'parcel')).toMatchObject([{ id: parcelId }]);
    expect(await search('nobody has such a name')).toEqual([]);
  });

  test('finds orders and transactions by their ids, by a payment and by a receipt', async () => {
    const order = await firstId(
      `select subject_id as id from payments where intent_id = $1 and purpose = 'order'`,
      [intent],
    );
    const paid = await search(intent);
    expect(only(paid, 'order')).toMatchObject([{ id: order, state: 'paid' }]);
    const [transaction] = only(paid, 'transaction');
    expect(transaction).toMatchObject({ state: 'pack_purchase', personId: owner.userId });
    expect(only(await search(order), 'order')).toMatchObject([{ id: order }]);
    expect(only(await search(transaction!.id.slice(0, 13)), 'transaction')).toEqual([transaction]);
    const receipt = await shop.call<{ document: { number: string } }>(
      'GET',
      `/transactions/${transaction!.id}/receipt`,
      { as: owner },
    );
    const { number } = receipt.body.data.document;
    expect(only(await search(number), 'transaction')).toEqual([transaction]);
    expect(only(await search('re_unknown'), 'transaction')).toEqual([]);
  });

  test('finds packs, cards, singles and the catalogue by their numbers and names', async () => {
    const packs = only(await search(serialOf(0).slice(0, -2)), 'pack');
    expect(packs.length).toBeGreaterThan(1);
    expect(new Set(packs.map(({ state }) => state))).not.toContain('sold');
    const certified = only(await search(`ff-${packs[0]!.name}`), 'pack');
    expect(certified.map(({ id }) => id)).toContain(packs[0]!.id);

    const { id: cardId, name } = items[0]!.card;
    const [byId] = only(await search(cardId), 'card');
    expect(byId).toMatchObject({ id: cardId, name: expect.stringContaining(name) });
    expect(only(await search(byId!.about!), 'card')).toEqual([byId]);
    expect(only(await search(name), 'catalogue_card').length).toBeGreaterThan(0);
    expect(only(await search(type), 'pack_type')).toMatchObject([{ id: type }]);

    const [single] = await singlesOnSale(shop, 1);
    const { certification, position } = (
      await shop.owner.query<{ certification: string; position: number }>(
        `select p.certification_number as certification, h.position
         from house_cards h join physical_packs p on p.id = h.pack_id where h.id = $1`,
        [single!.id],
      )
    ).rows[0]!;
    const found = await search(`${certification}-${position}`);
    expect(only(found, 'single')).toMatchObject([{ id: single!.id, state: 'on_sale' }]);
  });

  test('finds nothing that its operator may not see', async () => {
    const forModerator = await search(mark, moderator);
    expect(only(forModerator, 'person')).toEqual([]);
    expect(only(forModerator, 'parcel')).toHaveLength(1);
    expect(await search(type, moderator)).toEqual([]);
    const tooShort = await shop.call('GET', '/admin/search/packing?search=a', { as: admin });
    expect(tooShort.status).toBe(400);
  });
});

describe('a pack that somebody has sealed', () => {
  test('is found only by its whole serial, with an entry in the audit log', async () => {
    const buyer = await shop.signUp(200);
    const [placeId] = await buySealedPacks(shop.context, buyer.userId, type, 1);
    const { rows } = await shop.owner.query<{ id: string; serial: string; number: string }>(
      `select w.id, w.serial, w.certification_number as number
       from places p join physical_packs w on w.id = p.pack_id where p.id = $1`,
      [placeId],
    );
    const { id, serial, number } = rows[0]!;
    const entries = async () =>
      (
        await shop.owner.query<{ after: object }>(
          `select after from audit_log where subject_id = $1 and action = 'see_serials' order by id`,
          [id],
        )
      ).rows.map(({ after }) => after);
    for (const text of [serial, serial.slice(0, -1), number, id.slice(0, 8)]) {
      expect((await search(text)).map((one) => one.id)).not.toContain(id);
    }
    expect(await entries()).toEqual([]);
    const find = (typed: string) =>
      shop.call<{ id: string }>('POST', '/admin/search/serial', {
        as: moderator,
        body: { serial: typed },
      });
    const part = await find(serial.slice(0, 5));
    expect([part.status, part.body.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(await entries()).toEqual([]);
    for (const whole of [serial.toLowerCase(), number]) {
      expect((await find(whole)).body.data).toEqual({ id });
    }
    expect(await entries()).toEqual([
      { packs: [id], search: serial.toLowerCase() },
      { packs: [id], search: number },
    ]);
    // A search that finds a pack without a buyer leaves no entry in the audit log.
    const [free] = only(await search(serialOf(0).slice(0, -2)), 'pack');
    expect((await find(free!.name)).body.data).toEqual({ id: free!.id });
  });
});

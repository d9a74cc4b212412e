// Tests returns of sealed packs: the time limit, who can return them, and the operators' decisions (docs/product.md
// §6).
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { showOrder } from '#contract/checkout-admin.ts';
import type { decideReturn, refundTransaction, requestReturn } from '#contract/checkout-refunds.ts';
import type * as wallet from '#contract/wallet.ts';
import type { SignedIn } from '../../testing/app.ts';
import { buyToDispute } from '../../testing/disputes.ts';
import { openDropShop } from '../../testing/drop-shop.ts';
import {
  begunPayment,
  confirm,
  placedBeforeLimits,
  postAll,
  purchased,
  type Intent,
} from '../../testing/payments.ts';
import { ADDRESS, cardsOf, shipped } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { compareBooks } from '../card-payments/compare-books.ts';

type Detail = z.input<typeof wallet.showTransaction.reply>;
type List = z.input<typeof wallet.listTransactions.reply>;
type Order = z.input<typeof showOrder.reply>;
type Refund = z.input<typeof refundTransaction.reply>;
type Asked = z.input<typeof requestReturn.reply>;
type Decided = z.input<typeof decideReturn.reply>;

const { shop, people, call, advance, onSale } = openDropShop();
let admin: SignedIn;

beforeAll(() => {
  admin = people.admin;
});

/** Ships a card of the buyer to an address. */
async function parcelWent({ buyer }: Pick<Bought, 'buyer'>, addressLine1: string): Promise<void> {
  const pack = { packId: await newType(), quantity: 1 };
  expect((await shop.call('POST', '/packs/purchase', { as: buyer, body: pack })).status).toBe(200);
  const [card] = await cardsOf(shop, buyer);
  const { id } = await shipped(shop, buyer, [card!], {
    shippingAddress: { ...ADDRESS, addressLine1 },
  });
  const steps = [
    { status: 'packed' },
    { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 123' },
  ];
  for (const body of steps) {
    const { status } = await shop.call('PATCH', `/admin/shipments/${id}`, { as: admin, body });
    expect(status).toBe(200);
  }
}

type Bought = { buyer: SignedIn; packTypeId: string; packIds: string[]; id: string; order: string };

const newType = () => stockPackType(shop.context, { packs: 12, purchaseLimit: null });

/** Buys packs of a type by card. If no buyer is given, a new buyer buys them. */
async function bought({
  buyer,
  packTypeId,
  card = 'pm_card_visa',
  quantity = 2,
}: {
  buyer?: SignedIn;
  packTypeId?: string;
  card?: string;
  quantity?: number;
} = {}): Promise<Bought> {
  const as = buyer ?? (await shop.signUp());
  const type = packTypeId ?? (await newType());
  const intent = await begunPayment(shop, as, type, { quantity });
  await confirm(shop, intent, { payment_method: card });
  const { packIds } = await purchased(shop, as, intent.paymentIntentId);
  await postAll(shop);
  const { body } = await shop.call<List>('GET', '/transactions?type=pack_purchase', { as });
  const { id } = body.data.transactions.find((one) => one.paymentId === intent.paymentIntentId)!;
  const { rows } = await shop.owner.query<{ order: string }>(
    'select reservation_id as "order" from places where id = $1',
    [packIds[0]],
  );
  return { buyer: as, packTypeId: type, packIds, id, order: rows[0]!.order };
}

const returned = ({ buyer, id }: Pick<Bought, 'buyer' | 'id'>) =>
  shop.call<Refund>('POST', `/transactions/${id}/refund`, {
    as: buyer,
    body: { reason: 'Changed my mind' },
  });

/** Tries a return. The result is `done`, or the message with which the shop refused. */
async function triedToReturn(order: Pick<Bought, 'buyer' | 'id'>): Promise<string> {
  const { status, body } = await returned(order);
  if (status === 200) return 'done';
  expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  return body.error.message;
}

const wayOf = async ({ buyer, id }: Bought) =>
  (await shop.call<Detail>('GET', `/transactions/${id}`, { as: buyer })).body.data.packReturn;

const openOne = async ({ buyer, packIds }: Bought, at = 0) =>
  expect((await shop.call('POST', `/packs/${packIds[at]}/open`, { as: buyer })).status).toBe(200);

/** Makes an order look as if it was paid this many minutes earlier. */
async function paidBefore({ order }: Bought, minutes: number): Promise<void> {
  await shop.owner.query(
    'update orders set paid_at = paid_at - make_interval(mins => $2) where id = $1',
    [order, minutes],
  );
}

const asking = ({ buyer, id }: Pick<Bought, 'buyer' | 'id'>) =>
  shop.call<Asked>('POST', `/transactions/${id}/return-request`, {
    as: buyer,
    body: { reason: 'I can’t afford them' },
  });

const deciding = ({ order }: Pick<Bought, 'order'>, decision: 'granted' | 'refused') =>
  shop.call<Decided>('POST', `/admin/orders/${order}/return-request`, {
    as: admin,
    body: { decision, reason: 'We looked at it' },
  });

const seen = async ({ order }: Bought) =>
  (await shop.call<Order>('GET', `/admin/orders/${order}`, { as: admin })).body.data;

describe('sealed packs', () => {
  test('can be returned by button for an hour after paying, and the page says until when', async () => {
    const order = await bought();
    expect(await wayOf(order)).toEqual({
      way: 'open',
      until: expect.any(String),
      message: 'That ends as soon as anybody opens a pack of their type.',
    });
    await paidBefore(order, 45);
    expect((await wayOf(order))!.way).toBe('open');
    await paidBefore(order, 15);
    const message =
      'Packs can be returned here within 60 minutes of paying, and that time is over. Until 14 days after paying you can ask us to take them back.';
    expect(await wayOf(order)).toEqual({ way: 'ask', until: expect.any(String), message });
    expect(await triedToReturn(order)).toBe(message);
    expect(await triedToReturn(await bought())).toBe('done');
  });

  test('can’t be returned by button once anybody has opened a pack of their type since', async () => {
    const order = await bought();
    await openOne(await bought());
    expect((await wayOf(order))!.way).toBe('open');
    await openOne(await bought({ packTypeId: order.packTypeId }));
    expect(await triedToReturn(order)).toMatch(
      /^A pack of a type in this purchase has been opened since/,
    );
    const own = await bought();
    await openOne(own);
    expect(await triedToReturn(own)).toMatch(
      /^A pack of a type in this purchase has been opened since/,
    );
    // The other pack was opened before this purchase, so that opening doesn't prevent this return.
    expect(await triedToReturn(await bought({ packTypeId: own.packTypeId }))).toBe('done');
  });

  test('of an order from before the rule can be returned as long as they are sealed', async () => {
    const order = await bought();
    await placedBeforeLimits(shop, order.buyer);
    await openOne(order);
    await paidBefore(order, 90 * 24 * 60);
    expect(await wayOf(order)).toEqual({ way: 'open', until: null, message: null });
    expect(await triedToReturn(order)).toBe('done');
  });
});

describe('a buyer', () => {
  const OFTEN = /^You can return 2 purchases in 30 days here, counted with all accounts/;

  test('can return two orders in thirty days by button, and one more after that', async () => {
    const first = await bought();
    const [second, third] = [await bought(first), await bought(first)];
    expect(await triedToReturn(first)).toBe('done');
    expect(await triedToReturn(second)).toBe('done');
    expect(await triedToReturn(third)).toMatch(OFTEN);
    await shop.owner.query(`
      set session_replication_role = replica;
      update refunds set created_at = created_at - interval '30 days'
      where payment_id = (select id from payments where subject_id = '${first.order}');
      set session_replication_role = default`);
    expect(await triedToReturn(third)).toBe('done');
  });

  test('is each account that pays with one card', async () => {
    const card = 'pm_card_visa_debit';
    const one = await bought({ card });
    const two = await bought({ card });
    const three = await bought({ card });
    expect(await triedToReturn(one)).toBe('done');
    expect(await triedToReturn(two)).toBe('done');
    expect(await triedToReturn(three)).toMatch(OFTEN);
    expect((await seen(three)).buyersAccounts).toBeGreaterThanOrEqual(3);
    // An account that paid with a different card does not count as the same person's.
    expect((await seen(await bought())).buyersAccounts).toBe(1);
  });

  test('is each account with one mailbox or with parcels to one address, and each that shares one with those', async () => {
    const orders = await Promise.all(
      [1, 2, 3].map(async () => bought({ buyer: await shop.signUp(100) })),
    );
    const set = (at: number, what: string) =>
      shop.owner.query(`update users set ${what} where id = $1`, [orders[at]!.buyer.userId]);
    const name = `ash${randomUUID().slice(0, 8)}`;
    const street = `${randomUUID().slice(0, 8)} Elm Street`;
    const proven = (email: string) => `email = '${email}', email_verified_at = now()`;
    await set(0, proven(`${name}@gmail.com`));
    await set(1, proven(`a.${name.slice(1)}+packs@googlemail.com`));
    await parcelWent(orders[1]!, street);
    await parcelWent(orders[2]!, `${street.toUpperCase()}.`);
    expect((await seen(orders[2]!)).buyersAccounts).toBe(3);
    expect(await triedToReturn(orders[0]!)).toBe('done');
    expect(await triedToReturn(orders[1]!)).toBe('done');
    expect(await triedToReturn(orders[2]!)).toMatch(OFTEN);
  });

  test('is nobody who only writes down a neighbour’s address or mailbox', async () => {
    const victim = await bought();
    const stranger = await bought();
    const { rows } = await shop.owner.query<{ email: string }>(
      `update users set address_line_1 = '5 Elm Street', zip_code = 'H2X 1Y4', country = 'CA', email_verified_at = now()
       where id = $1 returning email`,
      [victim.buyer.userId],
    );
    await shop.owner.query(
      `update users set address_line_1 = '5 Elm Street', zip_code = 'H2X 1Y4', country = 'CA', email = $2, email_verified_at = null
       where id = $1`,
      [stranger.buyer.userId, rows[0]!.email.replace('@', '+more@')],
    );
    expect((await seen(victim)).buyersAccounts).toBe(1);
  });

  test('has one mailbox in any spelling of its address, and one home in any spelling', async () => {
    const { rows: mailboxes } = await shop.owner.query<{ key: string }>(
      'select email_key(e) as key from unnest($1::text[]) with ordinality as t (e, n) order by n',
      [['a.b+c@gmail.com', 'ab@googlemail.com', 'a.b+c@x.ca', '+a@gmail.com']],
    );
    expect(mailboxes.map(({ key }) => key)).toEqual([
      'ab@gmail.com',
      'ab@gmail.com',
      // At providers other than Gmail, an address with a dot is a different address.
      'a.b@x.ca',
      // Without the part after the plus sign, the name would be empty, so the address stays unchanged.
      '+a@gmail.com',
    ]);
    const homes = [
      ['12-B Rue de l’Église', 'H2X 1Y4', 'CA'],
      ["12 b, rue de l'eglise.", 'h2x1y4', 'ca'],
      ['12-C Rue de l’Église', 'H2X 1Y4', 'CA'],
      ['Straße 5', '', 'DE'],
      [null, '10115', 'DE'],
    ];
    const { rows } = await shop.owner.query<{ key: string | null }>(
      `select address_key(a, b, c) as key
       from unnest($1::text[], $2::text[], $3::text[]) with ordinality as t (a, b, c, n) order by n`,
      [0, 1, 2].map((at) => homes.map((home) => home[at])),
    );
    const [one, same, other, ...none] = rows.map(({ key }) => key);
    expect([same, none]).toEqual([one, [null, null]]);
    expect(other).not.toBe(one);
  });

  test('who returns several orders at once returns two', async () => {
    const first = await bought();
    const orders = [first, await bought(first), await bought(first), await bought(first)];
    const responses = await Promise.all(orders.map(triedToReturn));
    expect(responses.filter((response) => response === 'done')).toHaveLength(2);
  });
});

describe('a request to return packs', () => {
  const late = async () => {
    const order = await bought();
    await paidBefore(order, 2 * 24 * 60);
    return order;
  };

  test('waits for an operator, who sees what of the type was opened since, and whose yes allows the return', async () => {
    const order = await late();
    await openOne(await bought({ packTypeId: order.packTypeId, quantity: 1 }));
    const { status, body } = await asking(order);
    expect([status, body.data.way]).toEqual([200, 'closed']);
    expect(body.data.message).toMatch(/^You asked to return these packs/);
    expect((await asking(order)).body.data).toEqual(body.data);
    const { body: list } = await shop.call<{ orders: { id: string; isReturnAsked: boolean }[] }>(
      'GET',
      '/admin/orders?flag=return_asked&limit=100',
      { as: admin },
    );
    expect(list.data.orders).toContainEqual(
      expect.objectContaining({ id: order.order, isReturnAsked: true }),
    );
    const waiting = async () =>
      (
        await shop.call<{ waiting: { kind: string; count: number }[] }>('GET', '/admin/waiting', {
          as: admin,
        })
      ).body.data.waiting.find(({ kind }) => kind === 'returns_asked')?.count ?? 0;
    expect(await waiting()).toBe(1);
    expect(await seen(order)).toMatchObject({
      buyersReturn: 'asked',
      returnRequest: { state: 'asked', reason: 'I can’t afford them', decidedAt: null },
      openedSince: [
        {
          packTypeId: order.packTypeId,
          byBuyer: 0,
          bestOfBuyer: null,
          byAll: 1,
          bestOfAll: expect.any(Number),
        },
      ],
    });
    expect((await deciding(order, 'granted')).body.data.state).toBe('granted');
    expect(await waiting()).toBe(0);
    expect((await deciding(order, 'granted')).status).toBe(200);
    expect((await deciding(order, 'refused')).body.error.code).toBe('INVALID_TRANSITION');
    expect((await wayOf(order))!.way).toBe('open');
    const { rows } = await shop.owner.query<{ text: string }>(
      `select text from mails where user_id = $1 and kind = 'return_decided'`,
      [order.buyer.userId],
    );
    expect(rows).toEqual([{ text: expect.stringContaining('We looked at it') }]);
    expect(await triedToReturn(order)).toBe('done');
    // A return that an operator allowed doesn't count as one of the two returns that need no approval.
    expect(await triedToReturn(await bought({ buyer: order.buyer }))).toBe('done');
    expect(await triedToReturn(await bought({ buyer: order.buyer }))).toBe('done');
  });

  test('that was allowed ends with an opening by the same buyer, and after seven days', async () => {
    const order = await late();
    await asking(order);
    await deciding(order, 'granted');
    await openOne(await bought({ packTypeId: order.packTypeId }));
    expect((await wayOf(order))!.way).toBe('open');
    await openOne(order);
    expect(await triedToReturn(order)).toMatch(/^The return of these packs was allowed for 7 days/);

    const other = await late();
    await asking(other);
    await deciding(other, 'granted');
    await shop.owner.query(`
      set session_replication_role = replica;
      update return_requests set decided_at = decided_at - interval '7 days' where order_id = '${other.order}';
      set session_replication_role = default`);
    expect((await wayOf(other))!.way).toBe('closed');
  });

  test('that was refused is final, and after day 14 nobody can ask', async () => {
    const order = await late();
    await asking(order);
    await deciding(order, 'refused');
    expect(await triedToReturn(order)).toMatch(/and we can’t take them back/);
    expect((await asking(order)).body.error.code).toBe('INVALID_TRANSITION');
    const old = await bought();
    await paidBefore(old, 14 * 24 * 60);
    expect((await wayOf(old))!.way).toBe('closed');
    expect((await asking(old)).body.error.message).toMatch(/until 14 days after paying/);
  });

  test('is for packs that are sealed and can’t be returned otherwise, by their buyer', async () => {
    const order = await bought();
    expect((await asking(order)).body.error.message).toBe(
      'These packs can be returned without asking',
    );
    expect((await asking({ ...order, buyer: admin })).status).toBe(404);
    expect((await deciding(order, 'granted')).status).toBe(404);
    expect((await deciding({ order: randomUUID() }, 'granted')).status).toBe(404);
    for (const at of [0, 1]) await openOne(order, at);
    expect((await asking(order)).body.error.message).toBe('All packs of this purchase are opened');
  });

  test('waits for the bank while it has the money', async () => {
    const buyer = await shop.signUp();
    await buyToDispute(shop, buyer, await newType());
    await postAll(shop);
    const { body } = await shop.call<List>('GET', '/transactions?type=pack_purchase', {
      as: buyer,
    });
    const refused = await asking({ buyer, id: body.data.transactions[0]!.id });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'DISPUTED']);
  });
});

test('an operator sees what the card provider keeps, once its books have been compared', async () => {
  const order = await bought();
  expect((await seen(order)).providerFee).toBeNull();
  await compareBooks(shop.context, undefined, 0);
  expect((await seen(order)).providerFee).toBeGreaterThan(0);
});

test('a pack of a drop that its buyer returns after an operator’s yes is on sale again', async () => {
  const { type } = await onSale(20);
  const buyer = people.buyer;
  const { body: begun } = await call<Intent>('POST', '/payments/create-payment-intent', {
    as: buyer,
    body: { packs: [{ packId: type, quantity: 2 }] },
  });
  await confirm(shop, begun.data);
  const { packIds } = await purchased(shop, buyer, begun.data.paymentIntentId);
  await postAll(shop);
  await advance();
  await call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
  const { body: list } = await call<List>('GET', '/transactions?type=pack_purchase', {
    as: buyer,
  });
  const { id } = list.data.transactions.find(
    (one) => one.paymentId === begun.data.paymentIntentId,
  )!;
  const path = `/transactions/${id}`;
  const body = { reason: 'Changed my mind' };
  expect((await call('POST', `${path}/refund`, { as: buyer, body })).status).toBe(409);
  expect((await call('POST', `${path}/return-request`, { as: buyer, body })).status).toBe(200);
  const { rows } = await shop.owner.query<{ order: string }>(
    'select reservation_id as "order" from places where id = $1',
    [packIds[1]],
  );
  const decided = await call('POST', `/admin/orders/${rows[0]!.order}/return-request`, {
    body: { decision: 'granted', reason: 'Fine' },
  });
  expect(decided.status).toBe(200);
  expect((await call('POST', `${path}/refund`, { as: buyer, body })).status).toBe(200);
  await advance();
  const { rows: states } = await shop.owner.query(
    'select state, count(*)::int as packs from places where pack_type_id = $1 group by 1 order by 1',
    [type],
  );
  expect(states).toEqual([
    { state: 'available', packs: 19 },
    { state: 'opened', packs: 1 },
  ]);
});

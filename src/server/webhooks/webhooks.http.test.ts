// Tests webhooks with a real receiver on this machine: an event exists exactly if what it tells does, and arrives signed,
// in order, and again until it is taken.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type {
  addWebhook,
  listWebhookDeliveries,
  listWebhooks,
  showWebhookDelivery,
} from '#contract/webhooks.ts';
import { HEARD_TYPES, type EventType } from '#domain/shop-event.ts';
import { DELIVERY_DAYS, ENDPOINTS_MOST } from '#domain/webhook.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { atOffset, DAY_MS, HOUR_MS } from '../../testing/clock.ts';
import { beginPayment, begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';
import { ownerOfCards, shipped } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import type { Context } from '../runtime/context.ts';
import { listCallable } from './endpoints-queries.ts';
import { forgetWebhooks } from './forget-webhooks.ts';
import { sendDeliveries } from './send-deliveries.ts';

type Added = z.input<typeof addWebhook.reply>;
type Endpoints = z.input<typeof listWebhooks.reply>['endpoints'];
type Deliveries = z.input<typeof listWebhookDeliveries.reply>;
type Detail = z.input<typeof showWebhookDelivery.reply>;

const shop = useTestApp({ WEBHOOK_NETWORKS: '127.0.0.0/8' }, { cards: true });
const strict = useTestApp();
let packId: string;
let admin: SignedIn;
const receivers: Receiver[] = [];

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 200, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});

afterEach(async () => {
  await shop.owner.query('delete from webhook_deliveries');
  await shop.owner.query('delete from webhook_endpoints');
  await Promise.all(receivers.splice(0).map((one) => one.close()));
});

const call = <Data>(method: string, path: string, body?: object) =>
  shop.call<Data>(method, `/admin/webhooks${path}`, {
    as: admin,
    ...(method !== 'GET' && { key: randomUUID() }),
    ...(body !== undefined && { body }),
  });

async function add(fields: { name?: string; url: string; events?: readonly EventType[] }) {
  const { name = `Books ${randomUUID()}`, url, events = HEARD_TYPES } = fields;
  const { status, body } = await call<Added>('POST', '', { name, url, events });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** Starts a receiver and adds it as an endpoint for some events, by default for all. */
async function listen(events?: readonly EventType[]): Promise<Receiver & { endpointId: string }> {
  const receiver = await startReceiver();
  receivers.push(receiver);
  const { id, secret } = await add({ url: receiver.url, ...(events && { events }) });
  receiver.secret = secret;
  return Object.assign(receiver, { endpointId: id });
}

/** Sends what is due now, as the poller of a process does. */
async function send(context: Context = shop.context): Promise<void> {
  const { signal } = new AbortController();
  const callable = await listCallable(context.db);
  await Promise.all(callable.map((endpoint) => sendDeliveries(context, endpoint, signal)));
}

/** Lets the pauses of all deliveries and endpoints pass. */
async function letPausesPass(): Promise<void> {
  await shop.owner.query('update webhook_deliveries set due_at = now() where delivered_at is null');
  await shop.owner.query('update webhook_endpoints set rests_until = null');
}

const endpointOf = async ({ endpointId }: { endpointId: string }) =>
  (await call<{ endpoints: Endpoints }>('GET', '')).body.data.endpoints.find(
    ({ id }) => id === endpointId,
  )!;

const deliveries = async (query = '') =>
  (await call<Deliveries>('GET', `/deliveries?limit=100${query}`)).body.data.deliveries;

const detailOf = async (id: string) => (await call<Detail>('GET', `/deliveries/${id}`)).body.data;

async function buy(as: SignedIn, more: object = {}): Promise<number> {
  const { status } = await shop.call('POST', '/payments/purchase-with-balance', {
    as,
    key: randomUUID(),
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance', ...more },
  });
  return status;
}

const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [
  status,
  body.error.code,
];

describe('an event', () => {
  test('exists exactly if the sale does, whatever else buyers do at once', async () => {
    const receiver = await listen(['order.paid']);
    const [rich, poor] = [await shop.signUp(500), await shop.signUp(1)];
    const statuses = await Promise.all([
      ...Array.from({ length: 8 }, () => buy(rich)),
      ...Array.from({ length: 4 }, () => buy(poor)),
      // The amount is not what the buyer saw, which is known only after the order is priced.
      ...Array.from({ length: 4 }, () => buy(rich, { amount: 3 })),
    ]);
    expect(statuses.filter((status) => status === 200)).toHaveLength(8);
    await send();
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from orders where user_id = any ($1) and paid_at is not null',
      [[rich.userId, poor.userId]],
    );
    expect(rows).toHaveLength(8);
    const heard = new Set(receiver.received.map(({ data }) => data['orderId']));
    expect(heard).toEqual(new Set(rows.map(({ id }) => id)));
    expect(receiver.received).toHaveLength(8);
    expect(receiver.forged).toBe(0);
  });

  test('does not exist if its transaction does not commit', async () => {
    await listen(['order.paid']);
    const buyer = await shop.signUp(100);
    await shop.owner.query(
      `create function fail_at_the_end() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create constraint trigger fails after insert on orders deferrable initially deferred
         for each row execute function fail_at_the_end()`,
    );
    expect(await buy(buyer)).toBe(500);
    await shop.owner.query('drop trigger fails on orders; drop function fail_at_the_end()');
    expect(await deliveries()).toEqual([]);
    expect(await buy(buyer)).toBe(200);
    expect(await deliveries()).toHaveLength(1);
  });

  test('is not stored if no endpoint listens to it', async () => {
    await listen(['drop.opened']);
    expect(await buy(await shop.signUp(100))).toBe(200);
    const { rows } = await shop.owner.query('select from webhook_deliveries');
    expect(rows).toEqual([]);
  });

  test('of a sale says what was sold, and comes before the event of its opening', async () => {
    const receiver = await listen(['order.paid', 'order.opened', 'money.moved']);
    const buyer = await shop.signUp(100);
    await buy(buyer);
    await send();
    const of = (type: EventType) => receiver.received.find((one) => one.type === type)!.data;
    const { orderId } = of('order.paid');
    expect(of('order.paid')).toMatchObject({
      userId: buyer.userId,
      paymentMethod: 'balance',
      subtotal: 10,
      tax: 0.8,
      total: 10.8,
      packs: [{ packTypeId: packId, quantity: 1, unitPrice: 10 }],
      singles: [],
    });
    expect(of('order.opened')).toMatchObject({ orderId, packs: [{ packTypeId: packId }] });
    expect(of('money.moved')).toMatchObject({
      kind: 'pack_purchase',
      gained: 0,
      spent: 10.8,
      journals: [{ referenceId: orderId }],
    });
    const types = receiver.types();
    expect(types.indexOf('order.paid')).toBeLessThan(types.indexOf('order.opened'));
    const { body, headers } = receiver.received[0]!;
    expect(headers['content-type']).toBe('application/json');
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['type', 'timestamp', 'data']);
  });

  test('of a card payment comes when its money does, and so do those of its packs, opened or returned', async () => {
    const receiver = await listen(['order.paid', 'order.opened', 'order.refunded']);
    const buyer = await shop.signUp();
    const pay = async (quantity: number) => {
      const intent = await begunPayment(shop, buyer, packId, { quantity });
      await send();
      const before = receiver.received.length;
      await confirm(shop, intent);
      await postAll(shop);
      await send();
      expect(receiver.received.slice(before)).toMatchObject([
        { type: 'order.paid', data: { paymentMethod: 'stripe', packs: [{ quantity }] } },
      ]);
      return purchased(shop, buyer, intent.paymentIntentId);
    };
    const { packs } = await pay(1);
    const open = `/packs/${packs[0]!.packId}/open`;
    expect((await shop.call('POST', open, { as: buyer, key: randomUUID() })).status).toBe(200);
    await pay(2);
    const { body } = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
      as: buyer,
    });
    const path = `/transactions/${body.data.transactions[0]!.id}/refund`;
    const refund = await shop.call('POST', path, { as: buyer, body: { reason: 'Too many' } });
    expect([refund.status, refund.body.error]).toEqual([200, undefined]);
    await send();
    const ofTypes = Map.groupBy(receiver.received, ({ type }) => type);
    const [first, second] = ofTypes.get('order.paid')!.map(({ data }) => data['orderId']);
    expect(ofTypes.get('order.opened')).toMatchObject([
      { data: { orderId: first, packs: [{ packId: packs[0]!.packId }] } },
    ]);
    expect(ofTypes.get('order.refunded')).toMatchObject([
      {
        data: {
          orderId: second,
          to: 'card',
          cardIds: [],
          packs: [
            {
              packTypeId: packId,
              quantity: 2,
            },
          ],
        },
      },
    ]);
  });

  test('of cards names each card that was sold or converted, with its price', async () => {
    const receiver = await listen(['card.sold', 'card.converted']);
    const { user, items } = await ownerOfCards(shop, packId, { packs: 1 });
    const [first, ...others] = items.map(({ card, packOpeningId }) => {
      return { cardId: card.id, packOpeningId };
    });
    const sell = (path: string, cards: object[]) =>
      shop.call('POST', path, { as: user, key: randomUUID(), body: { cards } });
    expect((await sell('/cards/sell/bulk', [first!])).status).toBe(200);
    expect((await sell('/cards/convert', others)).status).toBe(200);
    await send();
    expect(receiver.types()).toEqual(['card.sold', 'card.converted']);
    const [sold, converted] = receiver.received.map(
      ({ data }) => data['cards'] as { cardId: string; paid: number }[],
    );
    expect(sold!.map(({ cardId }) => cardId)).toEqual([first!.cardId]);
    expect(converted!.map(({ cardId }) => cardId).toSorted()).toEqual(
      others.map(({ cardId }) => cardId).toSorted(),
    );
  });

  test('of a person comes when they join and when they are erased, and what was delivered or answered about them is not kept', async () => {
    const receiver = await listen();
    receiver.respond = (_received, response) => void response.end('Hello Mira Holt');
    const person = await shop.signUp();
    await send();
    expect(receiver.received).toMatchObject([
      { type: 'person.joined', data: { userId: person.userId } },
    ]);
    await shop.call('DELETE', '/users/profile', {
      as: person,
      body: { password: 'correct horse' },
    });
    await shop.owner.query('update users set deletion_due_at = now() where id = $1', [
      person.userId,
    ]);
    expect(await eraseAccounts(shop.context)).toEqual({ done: 1, failed: 0 });
    expect((await deliveries()).map(({ type }) => type)).toEqual(['person.erased']);
    await send();
    expect(receiver.received.at(-1)).toMatchObject({
      type: 'person.erased',
      data: { userId: person.userId },
    });
    const { rows } = await shop.owner.query(
      `select from webhook_deliveries where response like '%Mira%'`,
    );
    expect(rows).toEqual([]);
    expect(JSON.stringify(receiver.received)).not.toContain(person.email);
  });

  test('goes to every endpoint that listens to it, with the same id', async () => {
    const [one, other] = [await listen(['order.paid']), await listen(['order.paid', 'card.sold'])];
    await buy(await shop.signUp(100));
    await send();
    expect(one.received).toHaveLength(1);
    expect(other.received.map(({ id }) => id)).toEqual([one.received[0]!.id]);
  });
});

describe('deliveries', () => {
  test('of one subject come in their order: a failed one holds back those after it, and no other subject', async () => {
    const receiver = await listen(['parcel.requested', 'parcel.packed', 'parcel.shipped']);
    const { user, items } = await ownerOfCards(shop, packId, { packs: 2, credits: 100 });
    const [held, free] = [
      await shipped(shop, user, items.slice(0, 2)),
      await shipped(shop, user, items.slice(2, 4)),
    ];
    const move = async (id: string, body: object) => {
      const moved = await shop.call('PATCH', `/admin/shipments/${id}`, { as: admin, body });
      expect(moved.status).toBe(200);
    };
    for (const { id } of [held, free]) {
      await move(id, { status: 'packed' });
      await move(id, { status: 'shipped', carrier: 'Canada Post', trackingNumber: `CP ${id}` });
    }
    const isHeld = (data: Record<string, unknown>) => data['parcelId'] === held.id;
    const taken: string[] = [];
    receiver.respond = ({ type, data }, response) => {
      if (isHeld(data)) return void response.writeHead(503).end('busy');
      taken.push(type);
      response.end();
    };
    await send();
    await send();
    expect(taken).toEqual(['parcel.requested', 'parcel.packed', 'parcel.shipped']);
    const tried = receiver.received.filter(({ data }) => isHeld(data));
    expect(tried.map(({ type }) => type)).toEqual(['parcel.requested']);

    receiver.respond = (_received, response) => void response.end();
    receiver.received.length = 0;
    await letPausesPass();
    await send();
    expect(receiver.received.every(({ data }) => isHeld(data))).toBe(true);
    expect(receiver.types()).toEqual(['parcel.requested', 'parcel.packed', 'parcel.shipped']);
  });

  test('that fail are tried again with the same id and body, under a new signature, until one is taken', async () => {
    const receiver = await listen(['order.paid']);
    let statuses = [500, 302, 404];
    receiver.respond = (_received, response) => {
      const [status = 200, ...others] = statuses;
      statuses = others;
      response
        .writeHead(status, status === 302 ? { location: receiver.url } : {})
        .end(`no ${status}`);
    };
    await buy(await shop.signUp(100));
    for (const [tries, status] of [500, 302, 404].entries()) {
      await send();
      const [waits] = await deliveries('&state=failing');
      expect(waits).toMatchObject({
        state: 'failing',
        tries: tries + 1,
        status,
        deliveredAt: null,
      });
      expect(await detailOf(waits!.id)).toMatchObject({ response: `no ${status}` });
      // Its pause is not over, so nothing is sent.
      await send();
      expect(receiver.received).toHaveLength(tries + 1);
      await letPausesPass();
    }
    await send();
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map(({ id, body }) => `${id} ${body}`)).size).toBe(1);
    const [done] = await deliveries('&state=delivered');
    expect(done).toMatchObject({
      tries: 4,
      status: 200,
      nextTryAt: null,
      eventId: receiver.received[0]!.id,
    });
    expect((await detailOf(done!.id)).body).toBe(receiver.received[0]!.body);
  });

  test('of several processes at once are each made by one of them', async () => {
    const receiver = await listen(['order.paid', 'order.opened']);
    const buyers = await Promise.all(Array.from({ length: 12 }, () => shop.signUp(100)));
    await Promise.all(buyers.map((buyer) => buy(buyer)));
    await Promise.all([send(), send(), send()]);
    // A process whose claim came too early found some subjects waiting for their first event.
    await send();
    const ids = receiver.received.map(({ id }) => id);
    expect(ids).toHaveLength(24);
    expect(new Set(ids).size).toBe(24);
  });

  test('that a killed process had begun are made again, so that only who forgets webhook-ids sees them twice', async () => {
    const receiver = await listen(['order.paid']);
    await buy(await shop.signUp(100));
    const dying = new AbortController();
    receiver.respond = () => dying.abort(new Error('killed'));
    const [endpoint] = await listCallable(shop.context.db);
    await expect(sendDeliveries(shop.context, endpoint!, dying.signal)).rejects.toThrow('killed');
    receiver.respond = (_received, response) => void response.end();
    // Another process leaves it alone for half a minute.
    await send();
    expect(receiver.received).toHaveLength(1);
    await atOffset(shop, 31_000, send);
    expect(receiver.received).toHaveLength(2);
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1);
    expect(await deliveries('&state=delivered')).toHaveLength(1);
  });

  test('are deleted after thirty days', async () => {
    const receiver = await listen(['order.paid']);
    await buy(await shop.signUp(100));
    await send();
    await buy(await shop.signUp(100));
    expect(receiver.received).toHaveLength(1);
    await atOffset(shop, (DELIVERY_DAYS - 1) * DAY_MS, (context) => forgetWebhooks(context));
    expect(await deliveries()).toHaveLength(2);
    await atOffset(shop, (DELIVERY_DAYS + 1) * DAY_MS, (context) => forgetWebhooks(context));
    expect(await deliveries()).toEqual([]);
  });
});

describe('an endpoint', () => {
  test('that is down is tried with one event at a time, and gets all others when it answers again', async () => {
    const receiver = await listen(['order.paid']);
    receiver.respond = (_received, response) => void response.writeHead(502).end();
    const buyers = await Promise.all(Array.from({ length: 6 }, () => shop.signUp(100)));
    await buy(buyers[0]!);
    await send();
    await letPausesPass();
    await send();
    expect(await endpointOf(receiver)).toMatchObject({ state: 'down', waiting: 1 });
    await Promise.all(buyers.slice(1).map((buyer) => buy(buyer)));
    const before = receiver.received.length;
    await letPausesPass();
    await send();
    expect(receiver.received.length).toBe(before + 1);

    receiver.respond = (_received, response) => void response.end();
    await shop.owner.query('update webhook_endpoints set rests_until = null');
    await send();
    await send();
    expect(await endpointOf(receiver)).toMatchObject({ state: 'working', waiting: 0 });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(6);
  });

  test('that failed for three days is paused, and gets everything when an operator resumes it', async () => {
    const receiver = await listen(['order.paid']);
    receiver.respond = (_received, response) => void response.writeHead(500).end();
    await buy(await shop.signUp(100));
    await send();
    await shop.owner.query(
      `update webhook_deliveries set failing_since = now() - interval '71 hours'`,
    );
    await letPausesPass();
    await send();
    expect(await endpointOf(receiver)).toMatchObject({ pausedAt: null });
    await shop.owner.query(
      `update webhook_deliveries set failing_since = now() - interval '72 hours'`,
    );
    await letPausesPass();
    await send();
    expect(await endpointOf(receiver)).toMatchObject({ state: 'paused', pauseReason: 'failing' });
    const tried = receiver.received.length;
    await buy(await shop.signUp(100));
    await letPausesPass();
    await send();
    expect(receiver.received).toHaveLength(tried);
    expect(await endpointOf(receiver)).toMatchObject({ waiting: 2 });

    receiver.respond = (_received, response) => void response.end();
    const path = `/${receiver.endpointId}/paused`;
    expect((await call('PUT', path, { isPaused: false })).status).toBe(200);
    await send();
    expect(await endpointOf(receiver)).toMatchObject({ state: 'working', waiting: 0 });
    expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(2);
  });

  test('that says it is gone is paused at once', async () => {
    const receiver = await listen(['order.paid']);
    receiver.respond = (_received, response) => void response.writeHead(410).end();
    await buy(await shop.signUp(100));
    await send();
    expect(await endpointOf(receiver)).toMatchObject({ state: 'paused', pauseReason: 'gone' });
  });

  test('can be paused by an operator, and loses nothing meanwhile', async () => {
    const receiver = await listen(['order.paid']);
    const paused = async (isPaused: boolean) =>
      (await call('PUT', `/${receiver.endpointId}/paused`, { isPaused })).status;
    expect(await paused(true)).toBe(200);
    expect(await paused(true)).toBe(200);
    expect(await endpointOf(receiver)).toMatchObject({ state: 'paused', pauseReason: 'operator' });
    await buy(await shop.signUp(100));
    await send();
    expect(receiver.received).toEqual([]);
    expect(codeOf(await call('POST', `/${receiver.endpointId}/test`, {}))).toEqual([
      409,
      'INVALID_TRANSITION',
    ]);
    const [waits] = await deliveries('&state=waiting');
    expect(codeOf(await call('POST', `/deliveries/${waits!.id}/send-again`, {}))).toEqual([
      409,
      'INVALID_TRANSITION',
    ]);
    expect(await paused(false)).toBe(200);
    await send();
    expect(receiver.types()).toEqual(['order.paid']);
  });

  test('gets two signatures for a day after its secret was changed', async () => {
    const receiver = await listen(['order.paid']);
    const old = receiver.secret;
    const { body } = await call<Added>('POST', `/${receiver.endpointId}/secret`, {});
    const { secret } = body.data;
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(secret).not.toBe(old);
    expect((await endpointOf(receiver)).secretBeforeUntil).not.toBeNull();
    const signatures = () =>
      String(receiver.received.at(-1)!.headers['webhook-signature']).split(' ').length;
    await buy(await shop.signUp(100));
    await send();
    expect([receiver.received.length, signatures()]).toEqual([1, 2]);
    receiver.secret = secret;
    await buy(await shop.signUp(100));
    await send();
    expect([receiver.received.length, signatures()]).toEqual([2, 2]);
    // The clock of the receiver does not follow the shop's, so it believes what it gets.
    receiver.secret = null;
    await buy(await shop.signUp(100));
    await atOffset(shop, 25 * HOUR_MS, send);
    expect([receiver.received.length, signatures()]).toEqual([3, 1]);
    expect(receiver.forged).toBe(0);
    const { rows } = await shop.owner.query<{ row: string }>(
      'select w::text as row from webhook_endpoints w',
    );
    expect(rows[0]!.row).not.toContain(secret.slice(6));
  });

  test('whose secret can’t be read after a change of AUTH_SECRET waits for a new one, which alone signs', async () => {
    const receiver = await listen(['order.paid']);
    await buy(await shop.signUp(100));
    const config = { ...shop.context.config, authSecret: 'another secret of thirty-two signs' };
    await send({ ...shop.context, config });
    expect(receiver.received).toEqual([]);
    expect((await deliveries())[0]!.problem).toBe('The secret can’t be read. Make a new one.');
    // The old secret becomes the one before, which nobody can read.
    await shop.owner.query(`update webhook_endpoints set sealed_secret = 'lost'`);
    const { body } = await call<Added>('POST', `/${receiver.endpointId}/secret`, {});
    receiver.secret = body.data.secret;
    await letPausesPass();
    await send();
    expect([receiver.received.length, receiver.forged]).toEqual([1, 0]);
  });

  test('gets a test event, and an event again, when an operator asks for it', async () => {
    const receiver = await listen(['order.paid']);
    expect((await call('POST', `/${receiver.endpointId}/test`, {})).status).toBe(200);
    await send();
    expect(receiver.received).toMatchObject([
      { type: 'webhook.tested', data: { endpointId: receiver.endpointId } },
    ]);
    const [tested] = await deliveries();
    expect((await call('POST', `/deliveries/${tested!.id}/send-again`, {})).status).toBe(200);
    expect(await deliveries('&state=waiting')).toHaveLength(1);
    await send();
    expect(receiver.received.map(({ id }) => id)).toEqual([tested!.eventId, tested!.eventId]);
    expect(await deliveries(`&endpointId=${receiver.endpointId}`)).toHaveLength(1);
    expect(await deliveries(`&endpointId=${randomUUID()}`)).toEqual([]);
  });

  test('can be changed, and what waits goes to its new address', async () => {
    const receiver = await listen(['order.paid']);
    await buy(await shop.signUp(100));
    const changed = { name: 'Accounts', url: `${receiver.url}/new`, events: ['card.sold'] };
    expect((await call('PUT', `/${receiver.endpointId}`, changed)).status).toBe(200);
    expect(await endpointOf(receiver)).toMatchObject(changed);
    await buy(await shop.signUp(100));
    await send();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks/new']);
  });

  test('that is removed gets nothing more, and its name is free again', async () => {
    const receiver = await listen(['order.paid']);
    await buy(await shop.signUp(100));
    const { name } = await endpointOf(receiver);
    expect((await call('DELETE', `/${receiver.endpointId}`)).status).toBe(200);
    await buy(await shop.signUp(100));
    await send();
    expect([receiver.received, await deliveries()]).toEqual([[], []]);
    expect(codeOf(await call('DELETE', `/${receiver.endpointId}`))).toEqual([404, 'NOT_FOUND']);
    await add({ name, url: receiver.url });
  });

  test('has a name of its own, and a shop has twenty at most', async () => {
    const url = 'https://127.0.0.1/hooks';
    await add({ name: 'Books', url });
    const same = await call('POST', '', { name: 'BOOKS', url, events: ['order.paid'] });
    expect(same.body.error).toMatchObject({ message: 'An endpoint has this name already' });
    for (let at = 1; at < ENDPOINTS_MOST; at += 1) await add({ name: `Books ${at}`, url });
    const more = await call('POST', '', { name: 'More', url, events: ['order.paid'] });
    expect(codeOf(more)).toEqual([409, 'INVALID_TRANSITION']);
  });

  test('that does not exist is not found, and neither is a delivery', async () => {
    const path = `/${randomUUID()}`;
    const fields = { name: 'Books', url: 'https://127.0.0.1/', events: ['order.paid'] };
    for (const response of [
      await call('PUT', path, fields),
      await call('POST', `${path}/secret`, {}),
      await call('PUT', `${path}/paused`, { isPaused: true }),
      await call('POST', `${path}/test`, {}),
      await call('DELETE', path),
      await call('GET', '/deliveries/1'),
      await call('POST', '/deliveries/1/send-again', {}),
    ]) {
      expect(codeOf(response)).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('is recorded in the audit log with each change, without its secret', async () => {
    const receiver = await listen(['order.paid']);
    const { endpointId } = receiver;
    await call('POST', `/${endpointId}/secret`, {});
    await call('POST', `/${endpointId}/test`, {});
    await call('PUT', `/${endpointId}/paused`, { isPaused: true });
    await call('PUT', `/${endpointId}/paused`, { isPaused: false });
    await call('DELETE', `/${endpointId}`);
    const { rows } = await shop.owner.query<{ action: string; entry: string }>(
      `select action, l::text as entry from audit_log l where subject_kind = 'webhook' and subject_id = $1 order by id`,
      [endpointId],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      'add_webhook',
      'rotate_webhook_secret',
      'test_webhook',
      'pause_webhook',
      'resume_webhook',
      'remove_webhook',
    ]);
    expect(rows.filter(({ entry }) => entry.includes('whsec_'))).toEqual([]);
  });
});

describe('an address', () => {
  test.each([
    'http://127.0.0.1:80/hooks',
    'https://127.1/hooks',
    'https://0x7f000001/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fd00::1]/',
    'https://[2002:7f00:1::]/',
    'https://nobody.invalid/',
    'ftp://example.test/',
    'https://user:secret@8.8.8.8/',
    'https://8.8.8.8/#part',
    'hooks',
  ])('that leads into a private network, or nowhere, is refused: %s', async (url) => {
    const as = await strict.signUp({ role: 'admin' });
    const body = { name: 'Books', url, events: ['order.paid'] };
    const refused = await strict.call('POST', '/admin/webhooks', { as, body });
    expect(codeOf(refused)).toEqual([400, 'VALIDATION_ERROR']);
    expect(refused.body.error.details).toEqual([{ path: 'url', message: expect.any(String) }]);
  });

  test('that became private after it was added is not called', async () => {
    const receiver = await listen(['order.paid']);
    await buy(await shop.signUp(100));
    const config = { ...shop.context.config, webhookNetworks: [] };
    await send({ ...shop.context, config });
    expect([receiver.received, receiver.forged]).toEqual([[], 0]);
    expect(await deliveries()).toMatchObject([
      { state: 'failing', status: null, problem: 'It leads into a private network' },
    ]);
  });
});

test('a begun payment is no event', async () => {
  const receiver = await listen();
  const buyer = await shop.signUp();
  await send();
  receiver.received.length = 0;
  expect((await beginPayment(shop, buyer, packId)).status).toBe(200);
  await send();
  expect(receiver.types()).toEqual([]);
});

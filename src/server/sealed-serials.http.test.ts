// Tests that serials of sealed packs stay secret. The person who took a pack in knows its contents by its serial. So
// until a pack is opened or withdrawn, only the operators' pages may show its serial and certification number. The test
// calls every endpoint for visitors and shoppers, and searches the responses for both numbers and for the pack's
// commitment. Commitments are published without ids. A commitment together with an id would later show which contents
// that pack has.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '#contract/table.ts';
import { useTestApp, verifyAddress, type SignedIn, type TestApp } from '../testing/app.ts';
import {
  Dice,
  drawRequest,
  valuesOf,
  nounsOf,
  operationsOf,
  type Values,
  type Operation,
} from '../testing/fuzz-requests.ts';
import {
  beginPayment,
  begunPayment,
  confirm,
  placedBeforeLimits,
  postAll,
  purchased,
} from '../testing/payments.ts';
import { ADDRESS, cardsOf, groupsOf, shipped, type Item } from '../testing/shipments.ts';
import { singlesOnSale } from '../testing/singles.ts';
import { stockPackType } from '../testing/stock.ts';

const shop = useTestApp({}, { cards: true });

/**
 * The number of requests to each endpoint. There are several, so that at least one has ids and values with which the
 * endpoint succeeds.
 */
const REQUESTS_OF_A_ROW = 4;
/**
 * The number of requests to an endpoint that can succeed but did not at first, because the generated values depend on
 * other endpoints' responses.
 */
const TRIES_OF_A_ROW = 40;
const SEED = 20261122;

/**
 * Endpoints that are only about an account, and endpoints that need a mailed code, a password or a signature to
 * succeed.
 */
const ABOUT_ACCOUNTS = [
  'register',
  'login',
  'refresh',
  'verifyEmail',
  'resendCode',
  'resetPassword',
  'changeEmail',
  'confirmEmail',
  'confirmTwoFactor',
  'turnOffTwoFactor',
  'endSession',
  'deleteAccount',
  'acceptInvitation',
  'receiveStripeEvent',
];

/**
 * Endpoints of drops, whose commitments are published before the sale (docs/product.md §19), and endpoints of price
 * limits. This shop has no drops. A price limit must be on one side of a card's market value, and random values seldom
 * are.
 */
const ABOUT_DROPS_OR_VALUES = [
  'showDrop',
  'listCommitments',
  'showDropHistory',
  'showContents',
  'showTicket',
  'provePlace',
  'drawLine',
];

/**
 * Endpoints that succeed only with cards, orders or wishes of an age that this test doesn't have. They return only a
 * count, or the deadline of a return.
 */
const ABOUT_LATE_THINGS = ['askForRelease', 'requestReturn', 'raiseLimit'];

/** Endpoints after which the shop sells nothing to the account, or to other accounts of the same home. */
const END_BUYING = ['takeBreak', 'setLimits'];

/** Endpoints that need not succeed in this test. */
const MAY_FAIL = new Set([...ABOUT_ACCOUNTS, ...ABOUT_DROPS_OR_VALUES, ...ABOUT_LATE_THINGS]);

const operations: Operation[] = [];
/** The endpoints that succeeded. */
const succeeded = new Set<string>();
/** The responses that revealed a sealed pack, with the pack. */
const leaks: string[] = [];

/** The shop, in which each response is checked. */
let watched: TestApp;

beforeAll(async () => {
  const document = (await shop.app.inject('/api/openapi.json')).json<object>();
  operations.push(
    ...operationsOf(document).filter(({ operationId }) =>
      ['anyone', 'user'].includes(ENDPOINTS[operationId as keyof typeof ENDPOINTS].audience),
    ),
  );
  watched = {
    ...shop,
    call: async (method, path, options) => {
      const response = await shop.call<never>(method, path, options);
      const operation = operations.find((one) => isOf(one, method, path));
      if (operation !== undefined) {
        await note(operation.operationId, path, response.status, JSON.stringify(response.body));
      }
      return response;
    },
  };
});

function isOf(operation: Operation, method: string, path: string): boolean {
  const form = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return operation.method === method.toLowerCase() && form.test(path.split('?')[0]!);
}

async function note(name: string, path: string, status: number, text: string): Promise<void> {
  if (status === 200) succeeded.add(name);
  const named = (await packsNamedIn(text)).filter((pack) => !isTold(pack));
  if (named.length > 0) leaks.push(`${name} ${path} tells ${named[0]!.serial}`);
}

/** The text with which every serial of this shop begins. */
const SERIAL = 'SERIAL-';
/** A serial, or anything long enough to be a commitment in hex or in base64. */
const MAY_NAME_A_PACK = new RegExp(`${SERIAL}|[0-9a-f]{64}|[A-Za-z0-9+/]{43}=`);

/** Returns the packs whose serial, number or commitment occurs in a text, each with its state. */
async function packsNamedIn(text: string): Promise<{ serial: string; state: string }[]> {
  // Comparing a text with each pack takes long, and only few texts can name a pack.
  if (!MAY_NAME_A_PACK.test(text)) return [];
  const { rows } = await shop.owner.query<{ serial: string; state: string }>(
    `select serial, state from physical_packs p join places l on l.pack_id = p.id
     where position(serial in $1) > 0 or position(encode(commitment, 'hex') in $1) > 0
       or position(encode(commitment, 'base64') in $1) > 0`,
    // A file for printers contains bytes that are not text, and Postgres accepts no zero bytes.
    [text.replaceAll('\0', '')],
  );
  return rows;
}

const isTold = ({ state }: { state: string }) => state === 'opened' || state === 'withdrawn';

/**
 * Makes a shopper who has some of everything: packs that they returned, sealed and opened packs, cards, and a parcel.
 */
async function shopper(): Promise<{
  account: SignedIn;
  packTypeId: string;
  sealed: string[];
  opened: string;
}> {
  const packTypeId = await stockPackType(shop.context, {
    packs: 40,
    purchaseLimit: null,
    serial: () => `${SERIAL}${randomUUID()}`,
  });
  const account = await shop.signUp(500);
  await verifyAddress(shop, account);
  const { call } = watched;
  const post = <Data>(path: string, body: object) =>
    call<Data>('POST', path, { as: account, body });
  await post('/packs/purchase', { packId: packTypeId, quantity: 2 });
  await giveBack(account, packTypeId);
  const intent = await begunPayment(watched, account, packTypeId, { quantity: 3 });
  await post(`/payments/${intent.paymentIntentId}/keep-card`, { keep: false });
  await confirm(watched, intent);
  await postAll(watched);
  const { packIds } = await purchased(watched, account, intent.paymentIntentId);
  const [opened = '', ...sealed] = packIds;
  const opening = await post<{ id: string }>(`/packs/${opened}/open`, {});
  await post('/packs/open', { packId: opened });
  await call('GET', `/packs/openings/${opening.body.data.id}`, { as: account });
  await call('GET', `/packs/${sealed[0]}/certification`, { as: account });
  const items = await cardsOf(watched, account);
  const { card, packOpeningId } = items[0]!;
  const pull = await post<{ address: string }>('/pulls', { cardId: items[1]!.card.id });
  await call('DELETE', `/pulls/${pull.body.data.address}`, { as: account });
  await post('/cards/sell', { cardId: card.id, packOpeningId });
  const { country, state } = ADDRESS;
  await post('/shipping/quotes', { cardGroups: groupsOf(items.slice(1, 3)), country, state });
  const { id } = await shipped(watched, account, items.slice(1, 3));
  await post(`/shipping/requests/${id}/cancel`, {});
  await post('/cards/ship', parcelOf(items.slice(3, 4)));
  await post('/shipping/create-payment-intent', parcelOf(items.slice(4, 5)));
  const saved = await post<{ id: string }>('/transactions/payments', {
    paymentMethodId: 'pm_card_visa',
  });
  const method = `/transactions/payments/${saved.body.data.id}`;
  await call('PATCH', method, { as: account, body: { nickname: 'Blue' } });
  await call('DELETE', method, { as: account });
  await post('/payments/calculate-total', { packs: [{ packId: packTypeId, quantity: 1 }] });
  await post('/packs/validate-purchase', { packId: packTypeId, quantity: 1 });
  await buyAndReturnSingle(account);
  await beginPayment(watched, account, packTypeId);
  return { account, packTypeId, sealed, opened };
}

/** Publishes a legal text, so that there is a text to read. */
async function publishText(): Promise<void> {
  const as = await shop.signUp({ role: 'moderator' });
  const body = { version: 0, body: 'Thirty days.', shownFrom: null, shownUntil: null };
  const { status } = await shop.call('PUT', '/admin/texts/refunds', {
    as,
    key: randomUUID(),
    body,
  });
  expect(status).toBe(200);
}

const parcelOf = (items: Item[]) => ({
  cardGroups: groupsOf(items),
  shippingAddress: ADDRESS,
  paymentMethod: 'balance',
});

/** Sees a single on sale, buys it with credits, and returns it. */
async function buyAndReturnSingle(as: SignedIn): Promise<void> {
  const { call } = watched;
  const [single] = await singlesOnSale(shop, 1);
  await call('GET', `/singles/${single!.id}`, { as });
  const bought = await call<{ singles: { cardId: string }[] }>(
    'POST',
    '/payments/purchase-with-balance',
    { as, body: { packs: [], singles: [single!.id], paymentMethod: 'balance' } },
  );
  const path = `/cards/${bought.body.data.singles[0]!.cardId}/return`;
  await call('GET', path, { as });
  await call('POST', path, { as, body: {} });
}

/** Buys two packs by card, opens one, and returns the other. */
async function giveBack(as: SignedIn, packTypeId: string): Promise<void> {
  const { call } = watched;
  const intent = await begunPayment(watched, as, packTypeId, { quantity: 2 });
  await confirm(watched, intent);
  const { packIds } = await purchased(watched, as, intent.paymentIntentId);
  await call('POST', `/packs/${packIds[0]}/open`, { as });
  await placedBeforeLimits(watched, as);
  await postAll(watched);
  const { body } = await call<{ transactions: { id: string }[] }>('GET', '/transactions', { as });
  const refund = await call<{ id: string }>(
    'POST',
    `/transactions/${body.data.transactions[0]!.id}/refund`,
    { as, body: { reason: 'No more of these' } },
  );
  await call('GET', `/transactions/refunds/${refund.body.data.id}`, { as });
}

describe('the serial of a pack', () => {
  let somebody: Awaited<ReturnType<typeof shopper>>;
  beforeAll(async () => {
    somebody = await shopper();
  });
  const get = (path: string) =>
    shop.call<Record<string, unknown>>('GET', path, { as: somebody.account });
  const certification = (id: string) => get(`/packs/${id}/certification`);

  test('is secret while it is sealed: in stock, sold, and for its buyer', async () => {
    const { body: stock } = await get(
      `/pack-types/${somebody.packTypeId}/available-packs?limit=100`,
    );
    const packs = stock.data['packs'] as { id: string; certificationNumber: string | null }[];
    expect(packs.length).toBeGreaterThan(20);
    expect(new Set(packs.map((pack) => pack.certificationNumber))).toEqual(new Set([null]));
    for (const id of [packs[0]!.id, somebody.sealed[0]!]) {
      const { status, body } = await certification(id);
      expect([status, body.data]).toMatchObject([
        200,
        { id, serial: null, certificationNumber: null, packTypeId: somebody.packTypeId },
      ]);
    }
  });

  test('and so is the moment of its intake, which may be unique: only the day is shown', async () => {
    const { body } = await certification(somebody.sealed[0]!);
    expect(body.data['receivedAt']).toMatch(/T00:00:00\.000Z$/);
  });

  test('is shown with the number and the moment once it is opened or withdrawn', async () => {
    const { rows } = await shop.owner.query<{ id: string }>(
      `update places set state = 'withdrawn' where id = (
         select id from places where pack_type_id = $1 and state = 'available' limit 1) returning id`,
      [somebody.packTypeId],
    );
    for (const id of [somebody.opened, rows[0]!.id]) {
      const { body } = await certification(id);
      const { rows: known } = await shop.owner.query<{ serial: string; received_at: Date }>(
        'select serial, received_at from physical_packs where id = $1',
        [id],
      );
      expect(body.data).toMatchObject({
        serial: known[0]!.serial,
        certificationNumber: `FF-${known[0]!.serial}`,
        receivedAt: known[0]!.received_at.toISOString(),
      });
    }
  });

  test('of an opened pack is in its owner’s data, of a sealed one it is not', async () => {
    const { body } = await get('/users/export');
    const { entries } = body.data['packs'] as {
      entries: { id: string; certificationNumber: string | null }[];
    };
    const numberOf = (id: string) => entries.find((pack) => pack.id === id)!.certificationNumber;
    expect(numberOf(somebody.opened)).toMatch(/^FF-SERIAL-/);
    expect(numberOf(somebody.sealed[0]!)).toBeNull();
  });
});

test('no endpoint for visitors or shoppers reveals the serial of a sealed pack, or its commitment', async () => {
  // Endpoints that only read come first, because some other endpoints end a session or an account.
  const endsBuying = ({ operationId }: Operation) => END_BUYING.includes(operationId);
  const writes = operations.filter(({ method }) => method !== 'get');
  const ordered = [
    ...operations.filter(({ method }) => method === 'get'),
    ...writes.filter((one) => !endsBuying(one)),
    ...writes.filter(endsBuying),
  ];
  let { account } = await shopper();
  let facts: Values = [];

  const ask = async (operation: Operation, dice: Dice, token: string | null) => {
    const { method, url, headers, payload } = drawRequest(dice, operation, facts, token, false);
    const response = await shop.app.inject({
      method: method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    const text = `${response.body} ${JSON.stringify(response.headers)}`;
    await note(operation.operationId, url, response.statusCode, text);
    if (response.statusCode !== 200 || !response.body.startsWith('{')) return;
    const { data } = JSON.parse(response.body) as { data: unknown };
    facts = [...facts, ...valuesOf(data, nounsOf(operation.path)).slice(0, 40)].slice(-800);
  };

  for (const [index, operation] of ordered.entries()) {
    const numRuns = MAY_FAIL.has(operation.operationId) ? REQUESTS_OF_A_ROW : TRIES_OF_A_ROW;
    const draws = fc.sample(fc.gen(), { seed: SEED + index, numRuns });
    for (const [at, draw] of draws.entries()) {
      if (at >= REQUESTS_OF_A_ROW && succeeded.has(operation.operationId)) break;
      const isFirst = at === 0;
      if (isFirst && (await shop.call('GET', '/users/security', { as: account })).status !== 200) {
        ({ account } = await shopper());
      }
      const { audience } = ENDPOINTS[operation.operationId as keyof typeof ENDPOINTS];
      const asVisitor = audience === 'anyone' && isFirst;
      await ask(operation, new Dice(draw), asVisitor ? null : account.accessToken);
    }
  }
  // The legal text is published last, because after that buyers must accept it.
  await publishText();
  for (const path of ['', '/versions/1', '/versions/1/files/en'].map(
    (one) => `/legal/refunds${one}`,
  )) {
    await watched.call('GET', path);
  }
  expect(leaks).toEqual([]);
  // Checks that the search really covered every endpoint that can succeed.
  const silent = operations
    .map(({ operationId }) => operationId)
    .filter((id) => !succeeded.has(id) && !MAY_FAIL.has(id));
  expect(silent).toEqual([]);
  const { rows } = await shop.owner.query<{ sealed: number }>(
    `select count(*)::int as sealed from places where state in ('available', 'reserved', 'sold')`,
  );
  expect(rows[0]!.sealed).toBeGreaterThan(50);
});

// Tests where the shop sells. An admin lists places, and buyers who live elsewhere are refused before money moves.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { calculateTotal } from '#contract/checkout.ts';
import type { Sent } from '#contract/endpoint.ts';
import type { savePlaceSettings, ShownPlaces } from '#contract/storefront-places.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { beginPayment, begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { ADDRESS, cardsOf, ship } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { storeFirstPlaces } from './first-places.ts';

type Settings = Sent<typeof savePlaceSettings>['settings'];
type Place = Settings['places'][number];
type Total = z.input<typeof calculateTotal.reply>;

const shop = useTestApp({}, { cards: true });
const demo = useTestApp({ DEMO: 'on' });
let admin: SignedIn;
let packId: string;

const place = (region: string, more: Partial<Place> = {}): Place => ({
  region,
  isOpen: true,
  leastAge: null,
  withdrawalDays: 0,
  languages: ['en'],
  ...more,
});
const QUEBEC = place('CA-QC', { isOpen: false, languages: ['fr'] });
const CANADA: Settings = {
  sellsElsewhere: false,
  places: [place('CA'), QUEBEC],
  shipsElsewhere: true,
  shipsTo: [],
};

const shown = async () =>
  (await shop.call<ShownPlaces>('GET', '/admin/places', { as: admin })).body.data;

async function save(settings: Partial<Settings> = {}, as = admin) {
  const response = await shop.call<ShownPlaces>('PUT', '/admin/places', {
    as,
    key: crypto.randomUUID(),
    body: { version: (await shown()).version, settings: { ...CANADA, ...settings } },
  });
  await shop.context.settings.poll();
  return response;
}

async function personIn(region: string | null): Promise<SignedIn> {
  const person = await shop.signUp(500);
  if (region !== null) await moveTo(person, region);
  return person;
}

async function moveTo({ userId }: SignedIn, region: string): Promise<void> {
  const [country, state = null] = region.split('-');
  await shop.owner.query('update users set country = $2, state = $3 where id = $1', [
    userId,
    country,
    state,
  ]);
}

const WAYS: [name: string, begin: (as: SignedIn, more?: object) => Promise<Begun>][] = [
  [
    'a pack for credits',
    (as, more) => post('/packs/purchase', as, { packId, quantity: 1, ...more }),
  ],
  [
    'a cart for credits',
    (as, more) =>
      post('/payments/purchase-with-balance', as, {
        packs: [{ packId, quantity: 1 }],
        paymentMethod: 'balance',
        ...more,
      }),
  ],
  [
    'a cart by card',
    (as, more) =>
      post('/payments/create-payment-intent', as, { packs: [{ packId, quantity: 1 }], ...more }),
  ],
  [
    'credits by card',
    (as, more) =>
      post('/transactions/credits', as, { amount: 50, paymentMethod: 'stripe', ...more }),
  ],
];
type Begun = { status: number; body: { error: { code: string; message: string } } };
const post = (path: string, as: SignedIn, body: object): Promise<Begun> =>
  shop.call('POST', path, { as, body });

const booked = async ({ userId }: SignedIn) =>
  (
    await shop.owner.query(
      `select (select count(*)::int from orders where user_id = $1) as orders,
         (select count(*)::int from top_ups where user_id = $1) as "topUps",
         (select count(*)::int from payments where user_id = $1) as payments`,
      [userId],
    )
  ).rows[0] as object;
const NOTHING = { orders: 0, topUps: 0, payments: 0 };

beforeAll(async () => {
  packId = await stockPackType(shop.context, { packs: 90, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});

describe('before a server has started', () => {
  test('no place is closed, and the first start of a server stores where the shop sells', async () => {
    expect(await shown()).toMatchObject({ version: 0, settings: { sellsElsewhere: true } });
    await Promise.all([1, 2, 3].map(() => storeFirstPlaces(shop.context.db, true)));
    await storeFirstPlaces(shop.context.db, false);
    await shop.context.settings.poll();
    const open = (await shown()).settings.places.map(({ region, isOpen }) => [region, isOpen]);
    expect(open).toEqual([
      ['CA', true],
      ['CA-QC', false],
    ]);
    expect((await shop.call('GET', '/places')).body.data).toEqual((await shown()).settings);
  });
});

describe('a buyer in a closed place', () => {
  beforeEach(async () => void (await save()));

  test.each(WAYS)('is refused %s before money moves, and may browse', async (_name, begin) => {
    const person = await personIn('CA-QC');
    const { status, body } = await begin(person);
    expect([status, body.error.code]).toEqual([403, 'NOT_SOLD_HERE']);
    expect(body.error.message).toContain('What you own stays yours');
    expect(await booked(person)).toEqual(NOTHING);
    // A region in the request does not override the profile.
    expect((await begin(person, { region: 'CA-ON' })).body.error.code).toBe('NOT_SOLD_HERE');
    expect((await shop.call('GET', `/pack-types/${packId}`, { as: person })).status).toBe(200);
  });

  test.each(WAYS)('has to say where they live before %s, if nobody knows', async (_name, begin) => {
    const person = await personIn(null);
    const { status, body } = await begin(person);
    expect([status, body.error.code]).toEqual([400, 'REGION_REQUIRED']);
    expect(body.error.message).toContain('where you live');
    expect((await begin(person, { region: 'FR' })).body.error.code).toBe('NOT_SOLD_HERE');
    expect(await booked(person)).toEqual(NOTHING);
    expect((await begin(person, { region: 'CA-NS' })).status).toBe(200);
  });

  test('sees it in the total and before the checkout', async () => {
    const person = await personIn(null);
    const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
    const total = async (more: object) =>
      (
        await shop.call<Total>('POST', '/payments/calculate-total', {
          as: person,
          body: { ...body, ...more },
        })
      ).body.data.needsRegion;
    expect([await total({}), await total({ region: 'CA-NS' })]).toEqual([true, false]);
    await moveTo(person, 'CA-QC');
    const valid = await shop.call<{ valid: boolean; errors: string[] }>(
      'POST',
      '/packs/validate-purchase',
      { as: person, body: { packId, quantity: 1 } },
    );
    expect(valid.body.data).toMatchObject({
      valid: false,
      errors: [expect.stringContaining('We don’t sell where you live')],
    });
  });

  test('is refused by the database as well', async () => {
    const person = await personIn('CA-QC');
    const order = `with kept as (insert into reservations (id, user_id, state) values ($3, $1, 'paid'))
      insert into orders (id, user_id, payment_method, subtotal, discount, tax, processing_fee, total, taxes, created_at, has_return_limits, lives_in)
      values ($3, $1, 'stripe', 100, 0, 0, 0, 100, '[]', shop_now(), true, $2)`;
    const topUp = `insert into top_ups (id, user_id, amount, fee, created_at, lives_in)
      values ($3, $1, 500, 0, shop_now(), $2)`;
    for (const statement of [order, topUp]) {
      for (const region of ['CA-QC', 'DE']) {
        await expect(
          shop.owner.query(statement, [person.userId, region, crypto.randomUUID()]),
        ).rejects.toMatchObject({ constraint: 'sold_where_the_shop_sells' });
      }
    }
    expect(await booked(person)).toEqual(NOTHING);
  });

  test('keeps what they own, and can open, sell and ship it', async () => {
    const person = await personIn('CA-NS');
    const intent = await begunPayment(shop, person, packId);
    await confirm(shop, intent);
    await postAll(shop);
    const { packIds } = await purchased(shop, person, intent.paymentIntentId);
    await moveTo(person, 'CA-QC');
    expect((await post(`/packs/${packIds[0]}/open`, person, {})).status).toBe(200);
    const items = await cardsOf(shop, person);
    expect((await ship(shop, person, items.slice(0, 1))).status).toBe(200);
    const sold = await post('/cards/sell', person, {
      packOpeningId: items[1]!.packOpeningId,
      cardId: items[1]!.card.id,
    });
    expect(sold.status).toBe(200);
  });
});

describe('a payment that began while its place was open', () => {
  test('is delivered if its money arrives afterwards', async () => {
    await save();
    const person = await personIn('CA-NS');
    const intent = await begunPayment(shop, person, packId, { quantity: 2 });
    await save({ places: [place('CA', { isOpen: false })] });
    expect((await beginPayment(shop, person, packId)).body.error.code).toBe('NOT_SOLD_HERE');
    await confirm(shop, intent);
    await postAll(shop);
    expect((await purchased(shop, person, intent.paymentIntentId)).packIds).toHaveLength(2);
  });
});

describe('a sign that a buyer lives in a closed place', () => {
  type Found = { places: { id: string; kind: string; region: string; user: object }[] };
  const questionsOf = async ({ userId }: SignedIn) =>
    (await shop.call<Found>('GET', '/admin/held-parcels', { as: admin })).body.data.places.filter(
      ({ user }) => (user as { id: string }).id === userId,
    );
  const acceptPlace = (id: string) =>
    shop.call('POST', `/admin/place-questions/${id}/answer`, {
      as: admin,
      body: { note: 'Sent a bill of their home' },
    });

  test('is a card that was issued there: it stops sales until an operator has answered, and holds nothing', async () => {
    await save();
    const person = await personIn('CA-NS');
    const intent = await begunPayment(shop, person, packId);
    await confirm(shop, intent, { payment_method: 'pm_card_de' });
    await postAll(shop);
    const { packIds } = await purchased(shop, person, intent.paymentIntentId);
    const [question] = await questionsOf(person);
    expect(question).toMatchObject({ kind: 'card', region: 'DE' });
    for (const [, begin] of WAYS) {
      const { status, body } = await begin(person);
      expect([status, body.error.code]).toEqual([403, 'NOT_SOLD_HERE']);
      expect(body.error.message).toMatch(
        /^We have a question about where you live.* Please write to us: \S+@\S+\. /,
      );
    }
    await expect(
      shop.owner.query(
        `insert into top_ups (id, user_id, amount, fee, created_at, lives_in)
         values ($1, $2, 500, 0, shop_now(), 'CA-NS')`,
        [crypto.randomUUID(), person.userId],
      ),
    ).rejects.toMatchObject({ constraint: 'sold_where_the_shop_sells' });
    expect((await post(`/packs/${packIds[0]}/open`, person, {})).status).toBe(200);
    expect((await ship(shop, person, (await cardsOf(shop, person)).slice(0, 1))).status).toBe(200);

    expect((await acceptPlace(question!.id)).status).toBe(200);
    expect((await acceptPlace(question!.id)).body.error.code).toBe('NOT_FOUND');
    expect((await beginPayment(shop, person, packId)).status).toBe(200);
  });

  test('is the first parcel that goes there: it is sent, and sales stop until an operator has answered', async () => {
    await save();
    const person = await personIn('CA-NS');
    await post('/packs/purchase', person, { packId, quantity: 1 });
    const items = await cardsOf(shop, person);
    const toQuebec = {
      shippingAddress: { ...ADDRESS, city: 'Gaspé', state: 'QC', postalCode: 'G4X 1A1' },
    };
    const sent = await ship(shop, person, items.slice(0, 1), toQuebec);
    expect(sent.status).toBe(200);
    const [question] = await questionsOf(person);
    expect(question).toMatchObject({ kind: 'parcel', region: 'CA-QC' });
    expect((await beginPayment(shop, person, packId)).body.error.code).toBe('NOT_SOLD_HERE');
    expect((await acceptPlace(question!.id)).status).toBe(200);
    expect((await beginPayment(shop, person, packId)).status).toBe(200);
    expect((await ship(shop, person, items.slice(1, 2), toQuebec)).status).toBe(200);
    expect(await questionsOf(person)).toEqual([]);
  });
});

test('a demo gives no welcome credits to those who say that they live in a closed place, nor to invited staff', async () => {
  await storeFirstPlaces(demo.context.db, false);
  await demo.context.settings.poll();
  const newEmail = () => `${crypto.randomUUID()}@example.test`;
  const creditsOf = async (region?: string, email = newEmail()) => {
    const { body } = await demo.call<{ user: { id: string } }>('POST', '/auth/register', {
      body: { email, password: 'correct horse battery', region },
    });
    const { rows } = await demo.owner.query<{ balance: string }>(
      'select balance from ledger_accounts where owner_id = $1',
      [body.data.user.id],
    );
    return Number(rows[0]!.balance);
  };
  expect([await creditsOf(), await creditsOf('CA-NS'), await creditsOf('CA-QC')]).toEqual([
    10_000, 10_000, 0,
  ]);
  const admin = await demo.signUp({ role: 'admin' });
  const invited = newEmail();
  await demo.call('POST', '/admin/staff/invitations', {
    as: admin,
    body: { email: invited, role: 'moderator' },
  });
  expect(await creditsOf(undefined, invited)).toBe(0);
});

describe('who moved away', () => {
  test('buys no more, and keeps a sealed pack, its return and their credits', async () => {
    await save();
    const person = await personIn('CA-NS');
    const intent = await begunPayment(shop, person, packId);
    await confirm(shop, intent);
    await postAll(shop);
    await purchased(shop, person, intent.paymentIntentId);
    await moveTo(person, 'CA-QC');
    expect((await beginPayment(shop, person, packId)).body.error.code).toBe('NOT_SOLD_HERE');
    const { body } = await shop.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions?type=pack_purchase',
      { as: person },
    );
    const { id } = body.data.transactions[0]!;
    const back = await post(`/transactions/${id}/refund`, person, { reason: 'Moved away' });
    expect(back.status).toBe(200);
    const balance = await shop.call<{ account_balance: number }>('GET', '/users/credits', {
      as: person,
    });
    expect(balance.body.data.account_balance).toBe(500);
  });
});

describe('a right of withdrawal', () => {
  test('returns sealed packs by button for its days, even if others have opened packs of the type', async () => {
    await save({ places: [place('CA', { withdrawalDays: 10 })] });
    const person = await personIn('CA-NS');
    const intent = await begunPayment(shop, person, packId, { quantity: 1 });
    await confirm(shop, intent);
    await postAll(shop);
    await purchased(shop, person, intent.paymentIntentId);
    const { body } = await shop.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions?type=pack_purchase',
      { as: person },
    );
    const { id } = body.data.transactions[0]!;
    await shop.owner.query(
      `update orders set paid_at = paid_at - interval '9 days' where user_id = $1`,
      [person.userId],
    );
    // The purchase keeps the terms of its day, whatever the place's settings are later.
    await save();
    const back = await post(`/transactions/${id}/refund`, person, { reason: 'Changed my mind' });
    expect(back.status).toBe(200);
    const { rows } = await shop.owner.query<{ is_by_button: boolean }>(
      'select f.is_by_button from refunds f join payments y on y.id = f.payment_id where y.user_id = $1',
      [person.userId],
    );
    expect(rows).toEqual([{ is_by_button: false }]);
  });
});

describe('an admin', () => {
  test('can’t open a place before the shop has one of its languages', async () => {
    const refused = await save({ places: [{ ...QUEBEC, isOpen: true }] });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(JSON.stringify(refused.body.error)).toContain('The shop has no French yet');
    expect((await save({ places: [place('CA-QC', { languages: ['fr', 'en'] })] })).status).toBe(
      200,
    );
  });

  test('lists places, each once', async () => {
    expect((await save({ places: [place('CA'), place('CA')] })).status).toBe(400);
    expect((await save({ places: [place('CA-XX')] })).status).toBe(400);
    expect(
      (await save({ places: [place('US-NY', { withdrawalDays: 3, leastAge: 21 })] })).status,
    ).toBe(200);
    expect((await save({}, await shop.signUp({ role: 'moderator' }))).status).toBe(403);
    const { version, settings } = await shown();
    const late = await shop.call('PUT', '/admin/places', {
      as: admin,
      key: crypto.randomUUID(),
      body: { version: version - 1, settings },
    });
    expect(late.body.error.code).toBe('CHANGED_MEANWHILE');
  });

  test('states where parcels are sent: always to all of Canada and where the shop sells', async () => {
    await save({ places: [QUEBEC, place('CA-NS')], shipsElsewhere: false, shipsTo: ['DE'] });
    const fee = async (country: string, state = '') =>
      (
        await shop.call('GET', `/shipping/calculate-fee?country=${country}&state=${state}`, {
          as: admin,
        })
      ).status;
    expect([await fee('CA', 'QC'), await fee('DE'), await fee('FR')]).toEqual([200, 200, 400]);
    await save();
    const person = await personIn('CA-NS');
    await post('/packs/purchase', person, { packId, quantity: 1 });
    await save({ shipsElsewhere: false });
    const items = (await cardsOf(shop, person)).slice(0, 1);
    const refused = await ship(shop, person, items, {
      shippingAddress: { ...ADDRESS, country: 'FR', state: 'Paris', postalCode: '75001' },
    });
    expect(JSON.stringify(refused.body.error)).toContain('We don’t ship to this country');
  });
});

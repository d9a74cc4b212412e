// Operators buy labels from a carrier. The tests check which requests the carrier gets, and that no
// label is bought twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { buyLabel, printLabels, sendParcels } from '#contract/shipping-labels.ts';
import type { showTariff } from '#contract/shipping-tariff.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { buyToDispute } from '../../../testing/disputes.ts';
import { PICTURES, startEasyPost } from '../../../testing/easypost.ts';
import { BOUGHT, CREATED, MESSAGE, REFUSED } from '../../../testing/easypost-responses.ts';
import { postAll } from '../../../testing/payments.ts';
import { ADDRESS, ownerOfCards, shipped, type Shipment } from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';

type State = z.input<typeof buyLabel.reply>;

const easyPost = await startEasyPost();
const shop = useTestApp(
  { EASYPOST_API_KEY: 'EZTKshop', EASYPOST_API_BASE: easyPost.apiBase },
  { cards: true },
);
let packTypeId: string;
let admin: SignedIn;

const SENDER = {
  name: 'Harbour Cards',
  addressLine1: '1 Pier Road',
  addressLine2: null,
  city: 'Halifax',
  state: 'NS',
  postalCode: 'B3H 1A1',
  country: 'CA',
  phone: '902 555 0100',
};

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 30, purchaseLimit: null });
  admin = await shop.signUp({ role: 'admin' });
});
afterAll(() => easyPost.close());

const call = (path: string, body?: object) =>
  shop.call<State>('POST', `/admin/shipments/${path}`, { as: admin, body: body ?? {} });

async function packed(more: Record<string, unknown> = {}): Promise<Shipment> {
  const { user, items } = await ownerOfCards(shop, packTypeId);
  const shipment = await shipped(shop, user, items, more);
  await shop.call('PATCH', `/admin/shipments/${shipment.id}`, {
    as: admin,
    body: { status: 'packed' },
  });
  return shipment;
}

/**
 * Packs another parcel. The recorded responses of the carrier all name the same parcel, so this first deletes the label
 * of the previous parcel, which no shop can do.
 */
async function packedAnew(): Promise<Shipment> {
  await shop.owner.query(`begin; set local session_replication_role = replica;
    delete from shipment_labels; commit`);
  easyPost.forget();
  return packed();
}

async function sayWhereFrom(): Promise<void> {
  const seen = await shop.call<z.input<typeof showTariff.reply>>('GET', '/admin/shipping/tariff', {
    as: admin,
  });
  const { version, tariff } = seen.body.data;
  const { status } = await shop.call('PUT', '/admin/shipping/tariff', {
    as: admin,
    key: crypto.randomUUID(),
    body: { ...tariff, version, sender: { ...SENDER, addressLine2: '' } },
  });
  expect(status).toBe(200);
}

test('before an admin has set the origin of parcels, no carrier is queried', async () => {
  const { id } = await packed();
  const { status, body } = await call(`${id}/rates`);
  expect([status, body.error.message]).toEqual([
    400,
    'Say on the page Parcels where parcels come from first',
  ]);
  expect(easyPost.asked).toEqual([]);
  await sayWhereFrom();
});

describe('a packed parcel', () => {
  test('is sent to the carrier once, with the customs data, and its rates are shown', async () => {
    const { id } = await packed({
      shippingAddress: { ...ADDRESS, country: 'US', state: 'NY', postalCode: '10118' },
    });
    easyPost.asked.length = 0;
    const { status, body } = await call(`${id}/rates`);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      seller: 'EasyPost',
      label: null,
      problems: [],
      rates: CREATED.rates.map((rate) => ({
        id: rate.id,
        carrier: 'USPS',
        service: rate.service,
        amountMinor: Math.round(Number(rate.rate) * 100),
        currency: 'USD',
        deliveryDays: rate.delivery_days,
      })),
    });
    expect(easyPost.asked).toMatchObject([
      {
        method: 'POST',
        path: '/v2/shipments',
        authorization: `Basic ${Buffer.from('EZTKshop:').toString('base64')}`,
        body: {
          shipment: {
            reference: id,
            from_address: { name: 'Harbour Cards', street1: '1 Pier Road', country: 'CA' },
            to_address: { name: 'Mira Holt', city: 'Halifax', state: 'NY', country: 'US' },
            // The packaging of 30 g and three cards of 2 g make 36 g. That is 1.27 oz, rounded up to 1.3.
            parcel: { weight: 1.3 },
            customs_info: {
              customs_items: [{ quantity: 3, hs_tariff_number: '950440', currency: 'CAD' }],
            },
          },
        },
      },
    ]);
  });

  test('gets one label, however often it is bought, and the audit log has who paid what', async () => {
    const { id } = await packedAnew();
    await call(`${id}/rates`);
    easyPost.asked.length = 0;
    const rateId = CREATED.rates[2]!.id;
    const first = await call(`${id}/label`, { rateId });
    const label = {
      carrier: 'USPS',
      service: 'GroundAdvantage',
      trackingNumber: BOUGHT.tracking_code,
      labelUrl: BOUGHT.postage_label.label_url,
      amountMinor: 915,
      currency: 'USD',
    };
    expect([first.status, first.body.data]).toEqual([
      200,
      { seller: 'EasyPost', label, rates: [], problems: [] },
    ]);
    const again = await call(`${id}/label`, { rateId });
    expect(again.body.data.label).toEqual(label);
    expect((await call(`${id}/rates`)).body.data.label).toEqual(label);
    const bought = easyPost.asked.filter(({ path }) => path.endsWith('/buy'));
    expect(bought).toMatchObject([{ body: { rate: { id: rateId } } }]);
    const { rows } = await shop.owner.query<{ after: object }>(
      `select after from audit_log where action = 'buy_label' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ after: label }]);
  });

  test('whose purchase of a label got no response has the label found, not bought again', async () => {
    const { id } = await packedAnew();
    await call(`${id}/rates`);
    easyPost.asked.length = 0;
    // The carrier sold the label, but its response never arrived.
    easyPost.respondNext(200, BOUGHT);
    const { body } = await call(`${id}/label`, { rateId: CREATED.rates[0]!.id });
    expect(body.data.label).toMatchObject({ trackingNumber: BOUGHT.tracking_code });
    expect(easyPost.asked.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('many parcels', () => {
  type Results = z.input<typeof sendParcels.reply>['results'];
  const send = async (ids: string[]): Promise<Results> =>
    (
      await shop.call<{ results: Results }>('POST', '/admin/shipments/send', {
        as: admin,
        body: { ids },
      })
    ).body.data.results;
  const stateOf = async (id: string) =>
    (
      await shop.owner.query<{ state: string; number: string | null; mails: number }>(
        `select state, tracking_number as number,
           (select count(*)::int from mails where fact = 'shipment ' || shipments.id || ' shipped') as mails
         from shipments where id = $1`,
        [id],
      )
    ).rows[0];
  const purchases = () => easyPost.asked.filter(({ path }) => path.endsWith('/buy'));
  const SENT = { state: 'shipped', number: BOUGHT.tracking_code, mails: 1 };

  test('get their labels, are shipped and mailed in one call, and a second call changes nothing', async () => {
    const first = await packedAnew();
    const second = await packed();
    const { user, items } = await ownerOfCards(shop, packTypeId);
    const waiting = await shipped(shop, user, items);
    const ids = [first.id, waiting.id, second.id];
    const expected = [
      { id: first.id, error: null },
      {
        id: waiting.id,
        error: { code: 'INVALID_TRANSITION', message: 'Labels are bought for packed parcels' },
      },
      { id: second.id, error: null },
    ];
    easyPost.asked.length = 0;
    expect(await send(ids)).toEqual(expected);
    // No earlier label shows a usual service, so the parcels go at the lowest price.
    expect(purchases().map(({ body }) => body)).toEqual(
      Array(2).fill({ rate: { id: CREATED.rates[2]!.id } }),
    );
    expect(await stateOf(first.id)).toEqual(SENT);
    expect(await send(ids)).toEqual(expected);
    expect(purchases()).toHaveLength(2);
    expect(await stateOf(second.id)).toEqual(SENT);
  });

  test('lose and double nothing if the shop stops between the purchase and its record', async () => {
    // The carrier sold the label of the first parcel, but the shop stopped before it stored the label. For the second
    // parcel, the shop stopped after it stored the label, and before it marked the parcel as shipped.
    const lost = await packedAnew();
    await call(`${lost.id}/rates`);
    const stored = await packed();
    await call(`${stored.id}/rates`);
    await call(`${stored.id}/label`, { rateId: CREATED.rates[2]!.id });
    const { rows } = await shop.owner.query<{ id: string }>(
      'select carrier_shipment_id as id from shipment_labels where shipment_id = $1',
      [lost.id],
    );
    await fetch(`${easyPost.apiBase}/v2/shipments/${rows[0]!.id}/buy`, {
      method: 'POST',
      body: '{}',
    });
    easyPost.asked.length = 0;
    const both = await Promise.all([send([lost.id, stored.id]), send([stored.id, lost.id])]);
    expect(both.flat().map(({ error }) => error)).toEqual([null, null, null, null]);
    expect(purchases()).toEqual([]);
    expect(await stateOf(lost.id)).toEqual(SENT);
    expect(await stateOf(stored.id)).toEqual(SENT);
  });

  test('go by the service that was bought last for a like parcel', async () => {
    const taught = await packedAnew();
    await call(`${taught.id}/rates`);
    await shop.owner.query(
      `update shipment_labels set carrier = 'USPS', service = 'Priority', tracking_number = 'P', label_url = $2,
         amount_minor = 1245, currency = 'USD', bought_at = now() where shipment_id = $1`,
      [taught.id, `${easyPost.apiBase}${PICTURES}1.png`],
    );
    easyPost.forget();
    const next = await packed();
    easyPost.asked.length = 0;
    expect(await send([next.id])).toEqual([{ id: next.id, error: null }]);
    expect(purchases().map(({ body }) => body)).toEqual([{ rate: { id: CREATED.rates[1]!.id } }]);

    const { body } = await shop.call<z.input<typeof printLabels.reply>>(
      'POST',
      '/admin/shipments/labels',
      { as: admin, body: { ids: [next.id, taught.id, crypto.randomUUID()] } },
    );
    expect(body.data.labels.map(({ shipmentId, picture }) => [shipmentId, picture])).toEqual([
      // The file of this label can't be fetched.
      [next.id, null],
      [taught.id, `data:image/png;base64,${Buffer.from('a label').toString('base64')}`],
    ]);
  });

  test('get no label if they may not leave, and each is named with its reason', async () => {
    const held = await packedAnew();
    await shop.owner.query(
      `insert into parcel_holds (shipment_id, reasons, check_by) values ($1, '{risk_word}', now() + interval '1 day')`,
      [held.id],
    );
    const { user, items } = await ownerOfCards(shop, packTypeId);
    const paused = await shipped(shop, user, items);
    await shop.call('PATCH', `/admin/shipments/${paused.id}`, {
      as: admin,
      body: { status: 'packed' },
    });
    await buyToDispute(shop, user, packTypeId);
    await postAll(shop);
    const free = await packed();
    easyPost.asked.length = 0;
    const refused = (code: string, message: string) => ({
      code,
      message: expect.stringContaining(message),
    });
    expect(await send([held.id, paused.id, free.id])).toEqual([
      { id: held.id, error: refused('INVALID_TRANSITION', 'This parcel is held') },
      { id: paused.id, error: refused('ACCOUNT_PAUSED', 'is disputed at the bank') },
      { id: free.id, error: null },
    ]);
    expect(purchases()).toHaveLength(1);
    // The page of this single parcel refuses to buy its label, too.
    await call(`${paused.id}/rates`);
    const alone = await call(`${paused.id}/label`, { rateId: CREATED.rates[2]!.id });
    expect([alone.status, alone.body.error.code]).toEqual([403, 'ACCOUNT_PAUSED']);
    expect(purchases()).toHaveLength(1);
  });

  test('are all answered for, also if the shop itself fails at one of them', async () => {
    const [broken, whole] = [await packedAnew(), await packed()];
    await shop.owner.query(
      `create function fail_for_test() returns trigger language plpgsql as $$ begin raise exception 'for a test'; end $$;
       create trigger fail_for_test before update on shipments for each row when (old.id = '${broken.id}') execute function fail_for_test()`,
    );
    const outcomes = await send([broken.id, whole.id]);
    await shop.owner.query('drop trigger fail_for_test on shipments; drop function fail_for_test');
    expect(outcomes).toEqual([
      { id: broken.id, error: expect.objectContaining({ code: 'SERVER_ERROR' }) },
      { id: whole.id, error: null },
    ]);
    // The label of the failed parcel is already bought, so no second one may be.
    easyPost.asked.length = 0;
    expect(await send([broken.id])).toEqual([{ id: broken.id, error: null }]);
    expect(purchases()).toEqual([]);
  });

  test('that no carrier takes are named with its reason', async () => {
    const { id } = await packedAnew();
    easyPost.respondNext(200, { ...CREATED, rates: [], messages: [MESSAGE] });
    expect(await send([id])).toEqual([
      {
        id,
        error: {
          code: 'INVALID_TRANSITION',
          message: 'No carrier takes this parcel. FedEx: Shipment cannot weigh less than 16oz',
        },
      },
    ]);
  });
});

describe('the carrier', () => {
  test('that offers no price, or refuses the parcel, is quoted in its own words', async () => {
    const { id } = await packedAnew();
    easyPost.respondNext(422, REFUSED);
    const refused = await call(`${id}/rates`);
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Address not found']);
    easyPost.respondNext(200, { ...CREATED, rates: [], messages: [MESSAGE] });
    const none = await call(`${id}/rates`);
    expect(none.body.data).toMatchObject({
      rates: [],
      problems: ['FedEx: Shipment cannot weigh less than 16oz'],
    });
  });

  test('that is down is retried later', async () => {
    const { id } = await packedAnew();
    easyPost.respondNext(500, REFUSED);
    const away = await call(`${id}/rates`);
    expect([away.status, away.body.error.message]).toEqual([
      503,
      'The carrier does not answer. Try again in a while.',
    ]);
    expect((await call(`${id}/rates`)).status).toBe(200);
  });

  test('sells nothing for a parcel that is not packed, is gone, or does not exist', async () => {
    const { user, items } = await ownerOfCards(shop, packTypeId);
    const { id } = await shipped(shop, user, items);
    const early = await call(`${id}/rates`);
    expect([early.status, early.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    const unasked = await call(`${id}/label`, { rateId: 'rate_1' });
    expect([unasked.status, unasked.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const nobody = await call(`${crypto.randomUUID()}/rates`);
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const parcel = await packedAnew();
    await call(`${parcel.id}/rates`);
    await shop.call('PATCH', `/admin/shipments/${parcel.id}`, {
      as: admin,
      body: { status: 'shipped', carrier: 'UPS', trackingNumber: '1Z' },
    });
    const late = await call(`${parcel.id}/label`, { rateId: 'rate_1' });
    expect([late.status, late.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  });
});

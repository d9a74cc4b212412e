// Buying labels from a carrier: which requests the carrier gets, and that no label is bought twice.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { buyLabel } from '#contract/shipping-labels.ts';
import type { showTariff } from '#contract/shipping-tariff.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { startEasyPost } from '../../../testing/easypost.ts';
import { BOUGHT, CREATED, MESSAGE, REFUSED } from '../../../testing/easypost-answers.ts';
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
  packTypeId = await stockPackType(shop.context, { packs: 20, purchaseLimit: null });
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
 * Packs another parcel. The recorded responses name the same parcel each time, so the test first
 * deletes the label of the previous one, which no shop can do.
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
            // 30 g of packaging and three cards of 2 g make 36 g. That is 1.27 oz, rounded up to
            // 1.3.
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
    easyPost.answerNext(200, BOUGHT);
    const { body } = await call(`${id}/label`, { rateId: CREATED.rates[0]!.id });
    expect(body.data.label).toMatchObject({ trackingNumber: BOUGHT.tracking_code });
    expect(easyPost.asked.map(({ method }) => method)).toEqual(['GET']);
  });
});

describe('the carrier', () => {
  test('that offers no price, or refuses the parcel, is quoted in its own words', async () => {
    const { id } = await packedAnew();
    easyPost.answerNext(422, REFUSED);
    const refused = await call(`${id}/rates`);
    expect([refused.status, refused.body.error.message]).toEqual([400, 'Address not found']);
    easyPost.answerNext(200, { ...CREATED, rates: [], messages: [MESSAGE] });
    const none = await call(`${id}/rates`);
    expect(none.body.data).toMatchObject({
      rates: [],
      problems: ['FedEx: Shipment cannot weigh less than 16oz'],
    });
  });

  test('that is down is retried later', async () => {
    const { id } = await packedAnew();
    easyPost.answerNext(500, REFUSED);
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

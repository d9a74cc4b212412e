// After a risky payment, the shop holds the buyer's next parcel until an operator has checked it.
// The shop never holds packs.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listHeldParcels } from '#contract/shipping-holds.ts';
import type { Shipment } from '#contract/shipping.ts';
import { useTestApp, type SignedIn } from '../../../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../../../testing/payments.ts';
import { ADDRESS, cardsOf, groupsOf, shipped } from '../../../testing/shipments.ts';
import { stockPackType } from '../../../testing/stock.ts';

type Held = z.input<typeof listHeldParcels.reply>;

const shop = useTestApp({}, { cards: true });
let packTypeId: string;
let moderator: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 40, purchaseLimit: null });
  moderator = await shop.signUp({ role: 'moderator' });
});

/** Buys a pack with a test card, and opens it at once. */
async function bought(as: SignedIn, card = 'pm_card_visa'): Promise<void> {
  const intent = await begunPayment(shop, as, packTypeId);
  expect((await confirm(shop, intent, { payment_method: card })).status).toBe(200);
  await postAll(shop);
  const { packIds } = await purchased(shop, as, intent.paymentIntentId);
  expect((await shop.call('POST', `/packs/${packIds[0]}/open`, { as })).status).toBe(200);
}

const held = async (): Promise<Held['parcels']> =>
  (await shop.call<Held>('GET', '/admin/held-parcels', { as: moderator })).body.data.parcels;
const reasonsOf = async ({ userId }: SignedIn) =>
  (await held()).filter(({ user }) => user.id === userId).map(({ reasons }) => reasons);
const pack = (id: string) =>
  shop.call('PATCH', `/admin/shipments/${id}`, { as: moderator, body: { status: 'packed' } });
const release = (id: string) =>
  shop.call('POST', `/admin/shipments/${id}/release`, {
    as: moderator,
    body: { reason: 'Phoned the buyer' },
  });
const shownTo = async (as: SignedIn, id: string): Promise<{ checkedUntil: string | null }> =>
  (await shop.call<{ checkedUntil: string | null }>('GET', `/shipping/requests/${id}`, { as })).body
    .data;

describe('a payment that the card provider calls risky', () => {
  test('holds the parcel and not the packs, tells the owner by when somebody looks, and lets go with a reason', async () => {
    const buyer = await shop.signUp(50);
    await bought(buyer, 'pm_card_riskLevelElevated');
    const items = await cardsOf(shop, buyer);
    expect(items).toHaveLength(3);
    const { id } = await shipped(shop, buyer, items.slice(0, 1));
    const until = (await shownTo(buyer, id)).checkedUntil!;
    const hours = (Date.parse(until) - Date.now()) / 3_600_000;
    expect([hours > 47, hours < 49]).toEqual([true, true]);
    const { rows: mails } = await shop.owner.query<{ text: string }>(
      `select text from mails where kind = 'parcel_check' and to_address = $1`,
      [buyer.email],
    );
    expect(mails.map(({ text }) => text.includes(until.slice(0, 10)))).toEqual([true]);
    expect(await reasonsOf(buyer)).toEqual([['risk_word']]);

    const early = await pack(id);
    expect([early.status, early.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    await expect(
      shop.owner.query(`update shipments set state = 'packed', packed_at = now() where id = $1`, [
        id,
      ]),
    ).rejects.toMatchObject({ constraint: 'held_parcel_waits' });

    expect((await release(id)).status).toBe(200);
    expect((await release(id)).body.error.code).toBe('NOT_FOUND');
    expect(await reasonsOf(buyer)).toEqual([]);
    expect((await shownTo(buyer, id)).checkedUntil).toBe(null);
    expect((await pack(id)).status).toBe(200);
    // Payments that an operator has checked no longer hold the buyer's later parcels.
    const next = await shipped(shop, buyer, items.slice(1, 2));
    expect((await shownTo(buyer, next.id)).checkedUntil).toBe(null);
    const { rows } = await shop.owner.query(
      `select after from audit_log where action = 'release_parcel' and subject_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ after: { reason: 'Phoned the buyer' } }]);
  });

  test('holds a parcel whose fee it pays', async () => {
    const buyer = await shop.signUp(50);
    await bought(buyer);
    const items = await cardsOf(shop, buyer);
    const { body } = await shop.call<{ paymentIntentId: string; clientSecret: string }>(
      'POST',
      '/shipping/create-payment-intent',
      {
        as: buyer,
        body: { cardGroups: groupsOf(items), shippingAddress: ADDRESS },
      },
    );
    await confirm(shop, body.data as never, { payment_method: 'pm_card_riskLevelElevated' });
    await postAll(shop);
    expect(await reasonsOf(buyer)).toEqual([['risk_word']]);
  });

  test('that comes after the request holds the parcel when somebody begins to pack it', async () => {
    const buyer = await shop.signUp(50);
    await bought(buyer);
    const items = await cardsOf(shop, buyer);
    const { id } = await shipped(shop, buyer, items);
    await bought(buyer, 'pm_card_riskLevelElevated');
    expect((await pack(id)).body.error.code).toBe('INVALID_TRANSITION');
    expect(await reasonsOf(buyer)).toEqual([['risk_word']]);
    const cancelled = await shop.call<Shipment>('POST', `/shipping/requests/${id}/cancel`, {
      as: buyer,
    });
    expect(cancelled.status).toBe(200);
    expect(await reasonsOf(buyer)).toEqual([]);
  });
});

describe('several cards or accounts within a day', () => {
  test('hold the parcel of an account that paid with three cards', async () => {
    const buyer = await shop.signUp(50);
    for (const card of ['pm_card_visa', 'pm_card_mastercard']) await bought(buyer, card);
    const items = await cardsOf(shop, buyer);
    await shipped(shop, buyer, items.slice(0, 1));
    expect(await reasonsOf(buyer)).toEqual([]);
    await bought(buyer, 'pm_card_amex');
    await shipped(shop, buyer, items.slice(1, 2));
    expect(await reasonsOf(buyer)).toEqual([['several_cards']]);
  });

  test('hold the parcels of three accounts that paid with one card', async () => {
    const buyers = [await shop.signUp(50), await shop.signUp(50), await shop.signUp(50)];
    for (const buyer of buyers) await bought(buyer, 'pm_card_visa_debit');
    const [first] = buyers;
    await shipped(shop, first!, (await cardsOf(shop, first!)).slice(0, 1));
    expect(await reasonsOf(first!)).toEqual([['several_accounts']]);
  });
});

test('nothing is held for an ordinary payment', async () => {
  const buyer = await shop.signUp(50);
  await bought(buyer);
  const { id } = await shipped(shop, buyer, await cardsOf(shop, buyer));
  expect((await shownTo(buyer, id)).checkedUntil).toBe(null);
  expect((await pack(id)).status).toBe(200);
  expect((await release(crypto.randomUUID())).body.error.code).toBe('NOT_FOUND');
});

// Tests saved cards over HTTP. Stripe's SDK really talks to the sandbox.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type * as wallet from '#contract/wallet.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import {
  begunPayment,
  confirm,
  dashboardOf,
  postAll,
  purchased,
  setStatus,
  type Intent,
} from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Method = z.input<typeof wallet.paymentMethod>;
type Begun = z.input<typeof wallet.buyCredits.reply>;

const shop = useTestApp({}, { cards: true });

const save = (as: SignedIn, body: object) =>
  shop.call<Method>('POST', '/transactions/payments', { as, body });

async function saved(as: SignedIn, body: object = {}): Promise<Method> {
  const response = await save(as, { paymentMethodId: 'pm_card_visa', ...body });
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}

const list = async (as: SignedIn) =>
  (await shop.call<Method[]>('GET', '/transactions/payments', { as })).body.data;

const change = (as: SignedIn, id: string, body: object) =>
  shop.call<Method>('PATCH', `/transactions/payments/${id}`, { as, body });

const forget = (as: SignedIn, id: string) =>
  shop.call<null>('DELETE', `/transactions/payments/${id}`, { as });

describe('a saved card', () => {
  test('is shown by its last digits; the first one is the default', async () => {
    const user = await shop.signUp();
    const visa = await saved(user, { nickname: ' Everyday ' });
    expect(visa).toEqual({
      id: expect.any(String),
      providerId: expect.stringMatching(/^pm_/),
      type: 'card',
      last4: '4242',
      brand: 'visa',
      expiryMonth: 12,
      expiryYear: new Date().getFullYear() + 5,
      isDefault: true,
      nickname: 'Everyday',
    });
    const other = await saved(user, { paymentMethodId: 'pm_card_mastercard' });
    expect(other).toMatchObject({ brand: 'mastercard', isDefault: false, nickname: null });
    expect(await list(user)).toEqual([visa, other]);
    expect(await list(await shop.signUp())).toEqual([]);
  });

  test('can be named, and made the default in place of another', async () => {
    const user = await shop.signUp();
    const first = await saved(user);
    const second = await saved(user, { paymentMethodId: 'pm_card_mastercard' });
    const { body } = await change(user, second.id, { nickname: 'Travel', isDefault: true });
    expect(body.data).toEqual({ ...second, nickname: 'Travel', isDefault: true });
    expect((await list(user)).map((one) => [one.id, one.isDefault])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
    await change(user, second.id, { nickname: '' });
    expect((await list(user))[0]!.nickname).toBeNull();
  });

  test('is the only default if many are chosen at once', async () => {
    const user = await shop.signUp();
    const cards = [await saved(user), await saved(user), await saved(user)];
    const responses = await Promise.all(
      [...cards, ...cards].map((one) => change(user, one.id, { isDefault: true })),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    expect((await list(user)).filter((one) => one.isDefault)).toHaveLength(1);
  });

  test('is deleted here and by the card provider, and another becomes the default', async () => {
    const user = await shop.signUp();
    const [first, second] = [await saved(user), await saved(user)];
    expect((await forget(user, first.id)).body.data).toBeNull();
    expect(await list(user)).toEqual([{ ...second, isDefault: true }]);
    const { rows } = await shop.owner.query(
      `select count(*)::int as cards from sandbox.objects where kind = 'payment_method' and body->>'customer' in
         (select customer_id from payment_methods where user_id = $1)`,
      [user.userId],
    );
    expect(rows).toEqual([{ cards: 1 }]);
    expect((await forget(user, first.id)).status).toBe(404);
  });

  test('is its owner’s alone', async () => {
    const [user, other] = [await shop.signUp(), await shop.signUp()];
    const card = await saved(user);
    const { rows } = await shop.owner.query<{ provider_id: string }>(
      'select provider_id from payment_methods where id = $1',
      [card.id],
    );
    const stolen = await save(other, { paymentMethodId: rows[0]!.provider_id });
    expect([stolen.status, stolen.body.error.message]).toEqual([400, 'This card can’t be saved']);
    for (const [as, id] of [
      [other, card.id],
      [user, randomUUID()],
    ] as const) {
      const responses = [await change(as, id, { nickname: 'Mine' }), await forget(as, id)];
      expect(responses.map((response) => [response.status, response.body.error.code])).toEqual([
        [404, 'NOT_FOUND'],
        [404, 'NOT_FOUND'],
      ]);
    }
    // If the owner saves the card again, no second card appears.
    expect((await saved(user, { paymentMethodId: rows[0]!.provider_id })).id).toBe(card.id);
    expect(await list(user)).toHaveLength(1);
  });

  test.each([
    [{}, 'Payment method ID is required'],
    [{ paymentMethodId: '4242424242424242' }, 'Invalid payment method ID'],
    [{ paymentMethodId: 'pm_nobody' }, 'This card can’t be saved'],
    [
      { paymentMethodId: 'pm_card_visa', nickname: 'x'.repeat(51) },
      'Nickname must be at most 50 characters long',
    ],
  ])('%j is refused with a message', async (body, message) => {
    const response = await save(await shop.signUp(), body);
    expect([response.status, response.body.error.message]).toEqual([400, message]);
  });

  test('pays for credits without being typed again', async () => {
    const user = await shop.signUp();
    const card = await saved(user);
    const begin = (paymentMethod: string) =>
      shop.call<Begun>('POST', '/transactions/credits', {
        as: user,
        body: { amount: 20, paymentMethod },
      });
    const top = await begin(card.id);
    expect(top.status).toBe(200);
    expect((await begin(card.id)).body.data.paymentIntentId).toBe(top.body.data.paymentIntentId);
    expect((await confirm(shop, top.body.data, {})).body.status).toBe('succeeded');
    await shop.call('GET', `/transactions/${top.body.data.transaction.id}`, { as: user });
    const { body } = await shop.call('GET', '/users/credits', { as: user });
    expect(body.data).toMatchObject({ account_balance: 20 });
    const gone = await saved(user);
    const { rows } = await shop.owner.query<{ provider_id: string }>(
      'select provider_id from payment_methods where id = $1',
      [gone.id],
    );
    await dashboardOf(shop).paymentMethods.detach(rows[0]!.provider_id);
    const refused = await begin(gone.id);
    expect([refused.status, refused.body.error]).toEqual([
      404,
      {
        code: 'NOT_FOUND',
        message: 'This card is no longer saved at the card provider. Please use another one.',
      },
    ]);
    const unknown = await begin(randomUUID());
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('pays for packs, whichever of them the browser names, and another user’s does not', async () => {
    const [user, other] = [await shop.signUp(), await shop.signUp()];
    const packId = await stockPackType(shop.context, { packs: 3, purchaseLimit: null });
    const before = await begunPayment(shop, user, packId);
    await saved(user);
    const second = await saved(user, { paymentMethodId: 'pm_card_mastercard' });
    const strangers = await saved(other);
    // The earlier payment began before a card was saved, so the next request begins another
    // payment. A repeated request returns that second payment.
    const intent = await begunPayment(shop, user, packId);
    expect(intent.paymentIntentId).not.toBe(before.paymentIntentId);
    expect(await begunPayment(shop, user, packId)).toEqual(intent);
    const pay = (card: Method) => confirm(shop, intent, { payment_method: card.providerId });
    expect((await pay(strangers)).body.error?.code).toBe('resource_missing');
    expect((await pay(second)).body.status).toBe('succeeded');
    // The buyer can also pay with a card that they type in.
    const typed = await begunPayment(shop, user, packId, { quantity: 2 });
    expect((await confirm(shop, typed)).body.status).toBe('succeeded');
  });

  test('whose owner the card provider has deleted is reported at the next cart', async () => {
    const user = await shop.signUp();
    const packId = await stockPackType(shop.context, { packs: 1 });
    await saved(user);
    await shop.owner.query(
      `update payment_methods set customer_id = 'cus_gone' where user_id = $1`,
      [user.userId],
    );
    const response = await shop.call('POST', '/payments/create-payment-intent', {
      as: user,
      body: { packs: [{ packId, quantity: 1 }] },
    });
    expect([response.status, response.body.error.message]).toEqual([
      400,
      'The card provider no longer has your saved cards. Please remove them.',
    ]);
  });
});

describe('a card that is typed in to pay', () => {
  const tick = (as: SignedIn, { paymentIntentId }: Intent, keep: unknown = true) =>
    shop.call<{ keep: boolean }>('PUT', `/payments/${paymentIntentId}/keep-card`, {
      as,
      body: { keep },
    });

  async function begun(user?: SignedIn): Promise<{ user: SignedIn; intent: Intent }> {
    const buyer = user ?? (await shop.signUp());
    const packId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
    return { user: buyer, intent: await begunPayment(shop, buyer, packId) };
  }

  /**
   * Returns the last digits of all cards that the card provider stores for a user, including cards
   * that the shop does not know.
   */
  async function cardsAtProvider({ userId }: SignedIn): Promise<string[]> {
    const { rows } = await shop.owner.query<{ last4: string }>(
      `select m.body->'card'->>'last4' as last4 from sandbox.objects c
       join sandbox.objects m on m.kind = 'payment_method' and m.body->>'customer' = c.id
       where c.kind = 'customer' and c.body->'metadata'->>'user_id' = $1`,
      [userId],
    );
    return rows.map(({ last4 }) => last4);
  }

  test('is saved once it has paid, if its owner ticks that', async () => {
    const { user, intent } = await begun();
    expect((await tick(user, intent)).body.data).toEqual({ keep: true });
    expect([await list(user), await cardsAtProvider(user)]).toEqual([[], []]);
    await confirm(shop, intent, { payment_method: 'pm_card_mastercard' });
    await postAll(shop);
    const [card, ...others] = await list(user);
    expect(card).toMatchObject({ brand: 'mastercard', last4: '4444', isDefault: true });
    expect(others).toEqual([]);
    expect(await cardsAtProvider(user)).toEqual(['4444']);
    // A repeated event adds no second card. The card now pays later payments.
    await purchased(shop, user, intent.paymentIntentId);
    expect(await list(user)).toEqual([card]);
    const next = await begun(user);
    const paid = await confirm(shop, next.intent, { payment_method: card!.providerId });
    expect(paid.body.status).toBe('succeeded');
    // The card can be deleted like any other.
    expect((await forget(user, card!.id)).status).toBe(200);
    expect([await list(user), await cardsAtProvider(user)]).toEqual([[], []]);
  });

  test('is saved beside existing ones, and for a top-up as for packs', async () => {
    const { user, intent } = await begun();
    const visa = await saved(user);
    await tick(user, intent);
    await confirm(shop, intent, { payment_method: 'pm_card_mastercard' });
    await purchased(shop, user, intent.paymentIntentId);
    const { body } = await shop.call<Begun>('POST', '/transactions/credits', {
      as: user,
      body: { amount: 20, paymentMethod: 'stripe' },
    });
    const topUp = body.data as unknown as Intent;
    await tick(user, topUp);
    await confirm(shop, topUp, { payment_method: 'pm_card_amex' });
    await shop.call('GET', `/transactions/${body.data.transaction.id}`, { as: user });
    expect((await list(user)).map(({ last4, isDefault }) => [last4, isDefault])).toEqual([
      [visa.last4, true],
      ['0005', false],
      ['4444', false],
    ]);
    expect((await cardsAtProvider(user)).toSorted()).toEqual(['0005', '4242', '4444']);
  });

  test('is not saved without the tick, nor after it is removed', async () => {
    const { user, intent } = await begun();
    await confirm(shop, intent);
    await postAll(shop);
    const second = await begun(user);
    await tick(user, second.intent);
    expect((await tick(user, second.intent, false)).body.data).toEqual({ keep: false });
    await confirm(shop, second.intent);
    await postAll(shop);
    expect([await list(user), await cardsAtProvider(user)]).toEqual([[], []]);
  });

  test('is not saved if it is refused; the one that pays after it is', async () => {
    const { user, intent } = await begun();
    await tick(user, intent);
    const refused = await confirm(shop, intent, { payment_method: 'pm_card_chargeDeclined' });
    expect(refused.body.error?.type).toBe('card_error');
    await postAll(shop);
    expect([await list(user), await cardsAtProvider(user)]).toEqual([[], []]);
    await confirm(shop, intent, { payment_method: 'pm_card_authenticationRequired' });
    expect(await cardsAtProvider(user)).toEqual([]);
    await confirm(shop, intent, { challenge: 'pass' });
    await postAll(shop);
    expect((await list(user)).map(({ last4 }) => last4)).toEqual(await cardsAtProvider(user));
    expect(await cardsAtProvider(user)).toEqual(['3184']);
  });

  test('is deleted if its money is refunded because nothing can be delivered', async () => {
    const { user, intent } = await begun();
    await tick(user, intent);
    await shop.owner.query(
      `update sandbox.objects set body = jsonb_set(body, '{amount}', '500') where id = $1`,
      [intent.paymentIntentId],
    );
    await confirm(shop, intent);
    expect(await cardsAtProvider(user)).toEqual(['4242']);
    await postAll(shop);
    expect((await purchased(shop, user, intent.paymentIntentId)).status).toBe('refunded');
    expect([await list(user), await cardsAtProvider(user)]).toEqual([[], []]);
  });

  test('is not deleted then if it had been saved before', async () => {
    const user = await shop.signUp();
    const card = await saved(user);
    const { intent } = await begun(user);
    await tick(user, intent);
    await shop.owner.query(
      `update sandbox.objects set body = jsonb_set(body, '{amount}', '500') where id = $1`,
      [intent.paymentIntentId],
    );
    await confirm(shop, intent, { payment_method: card.providerId });
    await postAll(shop);
    expect((await purchased(shop, user, intent.paymentIntentId)).status).toBe('refunded');
    expect(await list(user)).toEqual([card]);
    expect(await cardsAtProvider(user)).toEqual(['4242']);
  });

  test('is saved only for the page that ticked it: a reloaded page begins without', async () => {
    const user = await shop.signUp();
    const packId = await stockPackType(shop.context, { packs: 1 });
    const intent = await begunPayment(shop, user, packId);
    await tick(user, intent);
    expect((await begunPayment(shop, user, packId)).paymentIntentId).toBe(intent.paymentIntentId);
    await confirm(shop, intent);
    await postAll(shop);
    expect([await list(user), await cardsAtProvider(user)]).toEqual([[], []]);
  });

  test('and whose bank is still deciding stays to be saved, even after a reload', async () => {
    const user = await shop.signUp();
    const packId = await stockPackType(shop.context, { packs: 1 });
    const intent = await begunPayment(shop, user, packId);
    await tick(user, intent);
    await setStatus(shop, intent, 'processing');
    expect((await begunPayment(shop, user, packId)).paymentIntentId).toBe(intent.paymentIntentId);
    await setStatus(shop, intent, 'requires_confirmation');
    await confirm(shop, intent);
    await postAll(shop);
    expect((await list(user)).map(({ last4 }) => last4)).toEqual(['4242']);
  });

  test('can’t be saved by another user, and not once the payment is over', async () => {
    const { user, intent } = await begun();
    const refused = await tick(await shop.signUp(), intent);
    expect([refused.status, refused.body.error.code]).toEqual([404, 'NOT_FOUND']);
    const unclear = await tick(user, intent, 'yes');
    expect([unclear.status, unclear.body.error.message]).toEqual([
      400,
      'keep must be true or false',
    ]);
    // The provider has received the payment, and the shop has not been notified yet.
    await confirm(shop, intent);
    const late = await tick(user, intent);
    expect([late.status, late.body.error.message]).toEqual([
      400,
      'The card provider does not change this payment any more.',
    ]);
    await postAll(shop);
    expect((await tick(user, intent)).status).toBe(404);
    expect(await list(user)).toEqual([]);
  });
});

// Tests the sandbox, as the SDK and the browser use it.
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../testing/app.ts';
import { begunPayment, confirm, purchased, type Intent } from '../testing/payments.ts';
import { stockPackType } from '../testing/stock.ts';
import { compareBooks } from '../server/card-payments/compare-books.ts';
import { startSandbox, type SignedEvent } from './sandbox.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
let packTypeId: string;
let stripe: Stripe;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  const { secretKey, apiBase } = shop.sandbox.options;
  stripe = new Stripe(secretKey, {
    host: '127.0.0.1',
    port: Number(new URL(apiBase!).port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
});

// These tests move money at the sandbox without the shop. The comparison of the books turns such movements into
// questions for an operator, so this closes those questions.
afterAll(async () => {
  await compareBooks(shop.context, undefined, 0);
  const { userId } = await shop.signUp();
  await shop.owner.query(
    `update money_questions set closed_at = shop_now(), closed_by_id = $1, note = 'Made by a test'`,
    [userId],
  );
});

const begin = async (): Promise<Intent> => begunPayment(shop, await shop.signUp(), packTypeId);

const card = (number: string, more: Record<string, string> = {}) => ({
  'payment_method_data[type]': 'card',
  'payment_method_data[card][number]': number,
  'payment_method_data[card][exp_month]': '12',
  'payment_method_data[card][exp_year]': '34',
  'payment_method_data[card][cvc]': '123',
  ...more,
});

async function look(intent: Intent, query: Record<string, string> = {}) {
  const search = new URLSearchParams({
    key: 'pk_test_sandbox',
    client_secret: intent.clientSecret,
    ...query,
  });
  const response = await shop.app.inject(
    `/stripe-sandbox/v1/payment_intents/${intent.paymentIntentId}?${search.toString()}`,
  );
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
}

describe('a card form', () => {
  test.each([
    ['4242 4242 4242 4242', 'succeeded'],
    ['5555555555554444', 'succeeded'],
    ['378282246310005', 'succeeded'],
    ['4000002500003155', 'requires_action'],
    ['4000002760003184', 'requires_action'],
  ])('%s becomes %s', async (number, status) => {
    const { body } = await confirm(shop, await begin(), card(number));
    expect(body.status).toBe(status);
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    [
      '4000000000009995',
      'card_declined',
      'insufficient_funds',
      'Your card has insufficient funds.',
    ],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    ['4242424242424241', 'incorrect_number', undefined, 'Your card number is incorrect.'],
    [
      '4539578763621486',
      'card_declined',
      'test_mode_live_card',
      expect.stringContaining('used a non test card'),
    ],
  ])('%s is refused: %s %s', async (number, code, declineCode, message) => {
    const intent = await begin();
    const { status, body } = await confirm(shop, intent, card(number));
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      message,
      ...(declineCode === undefined ? {} : { decline_code: declineCode }),
    });
    // After a decline, the shopper may try another card on the same intent.
    expect((await confirm(shop, intent, card('4242424242424242'))).body.status).toBe('succeeded');
  });

  test.each([
    [{ 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    [{ 'payment_method_data[card][exp_year]': '20' }, 'invalid_expiry_year'],
    [{ 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
  ])('with %j is refused: %s', async (wrong, code) => {
    const { status, body } = await confirm(shop, await begin(), card('4242424242424242', wrong));
    expect([status, body.error?.code]).toEqual([402, code]);
  });

  test('never stores a card’s number', async () => {
    await confirm(shop, await begin(), card('4242424242424242'));
    const { rows } = await shop.owner.query(
      `select 1 from sandbox.objects where body::text like '%4242424242424242%'
       union all select 1 from sandbox.events where body::text like '%4242424242424242%'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a bank that authenticates the cardholder', () => {
  test('gets the result with a second confirmation: pass', async () => {
    const buyer = await shop.signUp();
    const intent = await begunPayment(shop, buyer, packTypeId);
    const challenged = await confirm(shop, intent, {
      payment_method: 'pm_card_authenticationRequired',
    });
    expect(challenged.body).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk' },
    });
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('pending');
    expect((await confirm(shop, intent, { challenge: 'pass' })).body.status).toBe('succeeded');
    expect((await purchased(shop, buyer, intent.paymentIntentId)).status).toBe('succeeded');
  });

  test('or fail, and then another card may be tried', async () => {
    const intent = await begin();
    await confirm(shop, intent, card('4000002760003184'));
    const failed = await confirm(shop, intent, { challenge: 'fail' });
    expect([failed.status, failed.body.error?.code]).toEqual([
      402,
      'payment_intent_authentication_failure',
    ]);
    expect((await confirm(shop, intent)).body.status).toBe('succeeded');
  });

  test('may still decline the card', async () => {
    const intent = await begin();
    await confirm(shop, intent, card('4000008400001629'));
    const declined = await confirm(shop, intent, { challenge: 'pass' });
    expect([declined.status, declined.body.error?.code]).toEqual([402, 'card_declined']);
  });

  test('gets no result before it asks', async () => {
    const { status, body } = await confirm(shop, await begin(), { challenge: 'pass' });
    expect([status, body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });
});

test('a disputed charge can’t be refunded until the bank has returned its money', async () => {
  const intent = await begin();
  await confirm(shop, intent, { payment_method: 'pm_card_createDispute' });
  const refund = () => stripe.refunds.create({ payment_intent: intent.paymentIntentId });
  await expect(refund()).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' });
  const [dispute] = (await stripe.disputes.list({ payment_intent: intent.paymentIntentId })).data;
  await stripe.disputes.update(dispute!.id, {
    evidence: { uncategorized_text: 'winning_evidence' },
  });
  expect((await refund()).status).toBe('succeeded');
});

describe('the browser', () => {
  test('sees its intent, but not the shop’s metadata', async () => {
    const intent = await begin();
    const { status, body } = await look(intent);
    expect([status, body['status'], body['amount']]).toEqual([
      200,
      'requires_payment_method',
      1130,
    ]);
    expect(body).not.toHaveProperty('metadata');
    const declined = await confirm(shop, intent, { payment_method: 'pm_card_chargeDeclined' });
    expect(JSON.stringify(declined.body)).not.toContain('user_id');
  });

  test('needs the intent’s own secret and the publishable key', async () => {
    const [intent, other] = [await begin(), await begin()];
    expect((await look(intent, { client_secret: other.clientSecret })).status).toBe(404);
    expect((await look(intent, { key: 'pk_test_other' })).status).toBe(401);
    const forged = await confirm(shop, { ...intent, clientSecret: 'x' });
    expect([forged.status, forged.body.error?.code]).toEqual([404, 'resource_missing']);
    expect((await confirm(shop, intent, { key: 'sk' })).status).toBe(401);
  });

  test('can’t confirm an intent that has succeeded', async () => {
    const intent = await begin();
    await confirm(shop, intent);
    const { status, body } = await confirm(shop, intent);
    expect([status, body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
  });

  test('can call nothing else', async () => {
    const intent = await begin();
    for (const path of [`payment_intents/${intent.paymentIntentId}/cancel`, 'refunds']) {
      const response = await shop.app.inject({
        method: 'POST',
        url: `/stripe-sandbox/v1/${path}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'key=pk_test_sandbox',
      });
      expect(response.statusCode).toBe(404);
    }
  });
});

describe('the SDK', () => {
  test('gets the same response for the same key, and a refusal for another request under it', async () => {
    const idempotencyKey = 'a-key';
    const ask = { amount: 500, currency: 'cad' };
    const first = await stripe.paymentIntents.create(ask, { idempotencyKey });
    const again = await stripe.paymentIntents.create(ask, { idempotencyKey });
    expect(again.id).toBe(first.id);
    await expect(
      stripe.paymentIntents.create({ ...ask, amount: 501 }, { idempotencyKey }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
  });

  test('gets an error if a key is in use by a pending request', async () => {
    const ask = { amount: 500, currency: 'cad' };
    const idempotencyKey = 'a-busy-key';
    const responses = await Promise.allSettled(
      Array.from({ length: 8 }, () => stripe.paymentIntents.create(ask, { idempotencyKey })),
    );
    const ids = responses.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    const refusals = responses.flatMap((one) =>
      one.status === 'rejected' ? [(one.reason as Stripe.errors.StripeError).statusCode] : [],
    );
    expect(new Set(ids).size).toBe(1);
    expect(refusals.filter((status) => status !== 409)).toEqual([]);
  });

  test('makes customers, cards and refunds, and gets clear errors', async () => {
    const customer = await stripe.customers.create({ email: 'a@example.test' });
    const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect(method).toMatchObject({
      type: 'card',
      card: { brand: 'visa', last4: '4242' },
      customer: customer.id,
    });
    const paid = await stripe.paymentIntents.create({
      amount: 1000,
      currency: 'cad',
      customer: customer.id,
      payment_method: method.id,
      confirm: true,
    });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 1000 });
    const part = await stripe.refunds.create({ payment_intent: paid.id, amount: 400 });
    expect(part).toMatchObject({ status: 'succeeded', amount: 400 });
    await stripe.refunds.create({ payment_intent: paid.id });
    await expect(stripe.refunds.create({ payment_intent: paid.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    });
    expect((await stripe.paymentMethods.detach(method.id)).customer).toBeNull();
    await expect(stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
    await expect(
      stripe.paymentIntents.create({ amount: 49, currency: 'cad' }),
    ).rejects.toMatchObject({ code: 'amount_too_small' });
    await expect(
      new Stripe('sk_test_wrong', {
        host: '127.0.0.1',
        port: Number(new URL(shop.sandbox.options.apiBase!).port),
        protocol: 'http',
      }).paymentIntents.retrieve('pi_none'),
    ).rejects.toMatchObject({ type: 'StripeAuthenticationError' });
  });
});

describe('its webhooks', () => {
  test('are repeated until they are acknowledged', async () => {
    await shop.sandbox.takeEvents();
    const intent = await begin();
    const seen: SignedEvent[] = [];
    let delivered = (): void => {};
    const done = new Promise<void>((resolve) => (delivered = resolve));
    // Another process of the shop delivers the events that this process left undelivered.
    const other = await startSandbox({ db: shop.context.db, secret: 'x', production: false });
    await other.deliverTo(async (event) => {
      seen.push(event);
      if (seen.length === 1) return 500;
      delivered();
      return 200;
    });
    await done;
    await other.close();
    expect(seen[1]!.body).toBe(seen[0]!.body);
    expect(seen[0]!.body).toContain(intent.paymentIntentId);
  });

  test('and it never runs in production', async () => {
    await expect(
      startSandbox({ db: shop.context.db, secret: 'x', production: true }),
    ).rejects.toThrow('does not run in production');
  });
});

// A user buys credits by card, from the first request to the balance. Stripe's SDK really talks to
// the sandbox.
import { describe, expect, test } from 'vitest';
import type * as wallet from '#contract/wallet.ts';
import type * as z from 'zod/mini';
import { releaseReservations } from '../card-payments/release-reservations.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { confirm, postAll, setStatus } from '../../testing/payments.ts';

type Begun = z.input<typeof wallet.buyCredits.reply>;
type Transaction = z.input<typeof wallet.transaction>;
type Receipt = z.input<typeof wallet.receipt>;
type List = z.input<typeof wallet.listTransactions.reply>;

const shop = useTestApp({}, { cards: true });
const creditsOnly = useTestApp();

const begin = (as: SignedIn, amount: number, more: object = {}) =>
  shop.call<Begun>('POST', '/transactions/credits', {
    as,
    body: { amount, currency: 'CAD', paymentMethod: 'stripe', ...more },
  });

async function begun(as: SignedIn, amount: number): Promise<Begun> {
  const { status, body } = await begin(as, amount);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const show = async (as: SignedIn, id: string) =>
  (await shop.call<Transaction>('GET', `/transactions/${id}`, { as })).body.data;
const list = async (as: SignedIn, query = '') =>
  (await shop.call<List>('GET', `/transactions${query}`, { as })).body.data.transactions;

async function balanceOf(as: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/credits', { as });
  return body.data.account_balance;
}

describe('buying credits by card', () => {
  test('states the cost, and is pending until it is paid', async () => {
    const user = await shop.signUp();
    const top = await begun(user, 100);
    expect(top).toEqual({
      transaction: expect.objectContaining({
        type: 'credit_purchase',
        amount: 100,
        status: 'pending',
        description: 'CAD 100.00 in credits',
        paymentMethod: 'stripe',
        paymentId: top.paymentIntentId,
        processedAt: null,
      }),
      clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/),
      paymentIntentId: expect.stringMatching(/^pi_\w+$/),
      expiresAt: expect.any(String),
      amount: 100,
      fee: 4,
      total: 104,
    });
    expect(await list(user, '?status[]=pending&status[]=processing')).toEqual([top.transaction]);
    expect(await list(user, '?status=completed')).toEqual([]);
    expect(await balanceOf(user)).toBe(0);
    const receipt = await shop.call('GET', `/transactions/${top.transaction.id}/receipt`, {
      as: user,
    });
    expect([receipt.status, receipt.body.error.code]).toEqual([409, 'PAYMENT_NOT_COMPLETED']);
  });

  test('raises the balance when the money arrives, once, under the same id', async () => {
    const user = await shop.signUp(1);
    const top = await begun(user, 100);
    expect((await confirm(shop, top)).body.status).toBe('succeeded');
    // The browser confirms the payment before the webhook does. The webhook then confirms it once
    // more.
    const shown = await show(user, top.transaction.id);
    expect(shown).toMatchObject({ status: 'completed', amount: 100, paymentMethod: 'stripe' });
    expect(shown.paymentId).toBe(top.paymentIntentId);
    await postAll(shop);
    await postAll(shop);
    expect(await balanceOf(user)).toBe(101);
    expect(shown).toMatchObject((await list(user))[0]!);
    expect(await list(user)).toHaveLength(2);

    const { body } = await shop.call<Receipt>(
      'GET',
      `/transactions/${top.transaction.id}/receipt`,
      { as: user },
    );
    expect(body.data).toMatchObject({
      lines: [{ text: 'Credits', quantity: 1, amount: 100 }],
      subtotal: 100,
      processingFee: 4,
      total: 104,
      paymentMethod: 'stripe',
    });
  });

  test('is completed by the webhook alone as well', async () => {
    const user = await shop.signUp();
    const top = await begun(user, 10);
    await confirm(shop, top);
    await postAll(shop);
    expect(await balanceOf(user)).toBe(10);
  });

  test('requested again is the same payment; another amount ends the previous one', async () => {
    const user = await shop.signUp();
    const first = await begun(user, 50);
    expect((await begun(user, 50)).paymentIntentId).toBe(first.paymentIntentId);
    const second = await begun(user, 60);
    expect(second.paymentIntentId).not.toBe(first.paymentIntentId);
    expect(await show(user, first.transaction.id)).toMatchObject({
      status: 'failed',
      failureReason: 'It was not paid',
    });
    expect((await confirm(shop, first)).status).not.toBe(200);
    expect(await list(user, '?status=failed')).toHaveLength(1);
    expect(await balanceOf(user)).toBe(0);
  });

  test('requested again while its bank has not responded is not begun a second time', async () => {
    const user = await shop.signUp();
    const first = await begun(user, 50);
    await setStatus(shop, first, 'processing');
    const again = await begun(user, 50);
    expect(again.paymentIntentId).toBe(first.paymentIntentId);
    expect(again.transaction.status).toBe('processing');
    expect((await begun(user, 50)).paymentIntentId).toBe(first.paymentIntentId);
    // A request for another amount opens a second payment, because the first payment can't be
    // ended.
    const second = await begun(user, 60);
    expect(second.transaction.status).toBe('pending');
    expect(await show(user, first.transaction.id)).toMatchObject({ status: 'processing' });
    expect(await list(user)).toHaveLength(2);
  });

  test('twenty times at once begins one payment', async () => {
    const user = await shop.signUp();
    const responses = await Promise.all(Array.from({ length: 20 }, () => begin(user, 25)));
    const intents = responses
      .filter((response) => response.status === 200)
      .map((response) => response.body.data.paymentIntentId);
    expect(new Set(intents).size).toBe(1);
    expect(await list(user)).toHaveLength(1);
  });

  test('with a declined card stays pending, and another card pays it', async () => {
    const user = await shop.signUp();
    const top = await begun(user, 20);
    const declined = await confirm(shop, top, { payment_method: 'pm_card_chargeDeclined' });
    expect(declined.status).toBe(402);
    expect(await show(user, top.transaction.id)).toMatchObject({ status: 'pending' });
    await confirm(shop, top);
    expect(await show(user, top.transaction.id)).toMatchObject({ status: 'completed' });
    expect(await balanceOf(user)).toBe(20);
  });

  test('that nobody paid in time is ended', async () => {
    const user = await shop.signUp();
    const top = await begun(user, 20);
    await shop.owner.query(
      `update payments set expires_at = now() - interval '1 second' where intent_id = $1`,
      [top.paymentIntentId],
    );
    await releaseReservations(shop.context);
    expect(await show(user, top.transaction.id)).toMatchObject({ status: 'failed' });
    const again = await begun(user, 20);
    expect(again.paymentIntentId).not.toBe(top.paymentIntentId);
  });

  test('can’t be completed by hand', async () => {
    const user = await shop.signUp();
    const admin = await shop.signUp({ role: 'admin' });
    const { transaction } = await begun(user, 20);
    const path = `/transactions/${transaction.id}`;
    const refused = await shop.call('PATCH', path, { as: admin, body: { status: 'processing' } });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    const noted = await shop.call<Transaction>('PATCH', path, {
      as: admin,
      body: { metadata: { asked: true } },
    });
    expect(noted.body.data).toMatchObject({ status: 'pending', metadata: { asked: true } });
  });

  test.each([
    [{ amount: 9.99 }, 'Minimum purchase amount is CAD 10'],
    [{ amount: 1000.01 }, 'Maximum purchase amount is CAD 1000'],
    [{ amount: -10 }, 'Minimum purchase amount is CAD 10'],
    [{ amount: 20, currency: 'USD' }, 'Credits are bought in CAD'],
    [{ amount: 20, paymentMethod: 'balance' }, 'Please select a payment method'],
  ])('%j is refused with a message', async (body, message) => {
    const user = await shop.signUp();
    const response = await begin(user, 0, body);
    expect([response.status, response.body.error.message]).toEqual([400, message]);
    expect(await list(user)).toEqual([]);
  });

  test('is not possible in a shop without card payments', async () => {
    const user = await creditsOnly.signUp();
    const { status, body } = await creditsOnly.call('POST', '/transactions/credits', {
      as: user,
      body: { amount: 20, currency: 'CAD', paymentMethod: 'stripe' },
    });
    expect([status, body.error.message]).toEqual([400, 'Card payments are not available']);
  });
});

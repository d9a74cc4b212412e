// The database was restored to an earlier time, but Stripe kept its state.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listMoneyQuestions } from '#contract/card-payments-admin.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { begunPayment, confirm, dashboardOf, purchased } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { recoverPayments } from './recover-payments.ts';

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
let packTypeId: string;
const BEFORE = new Date(Date.now() - 60_000);

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 10, purchaseLimit: null });
});

/** Makes a payment that began after the time to which the database was restored. Returns its id. */
async function forgotten(
  userId: string,
  { isPaid = true, purpose = 'order' } = {},
): Promise<string> {
  const { id } = await dashboardOf(shop).paymentIntents.create({
    amount: 1130,
    currency: 'cad',
    metadata: { payment_id: randomUUID(), user_id: userId, purpose },
    ...(isPaid && { payment_method: 'pm_card_visa', confirm: true }),
  });
  return id;
}

const recover = async () =>
  (await recoverPayments(shop.context, BEFORE)).map(({ intentId, outcome }) => [intentId, outcome]);

const mailsOf = async ({ email }: SignedIn) =>
  (
    await shop.owner.query<{ kind: string }>('select kind from mails where to_address = $1', [
      email,
    ])
  ).rows.map(({ kind }) => kind);

const refundsOf = async (intentId: string) =>
  (await dashboardOf(shop).refunds.list({ payment_intent: intentId })).data.map(
    ({ amount }) => amount,
  );

test('a buyer whose payment the shop lost gets a refund, once, with a mail that says so', async () => {
  const buyer = await shop.signUp();
  const intents = [
    await forgotten(buyer.userId),
    await forgotten(buyer.userId, { purpose: 'top_up' }),
  ];
  expect(await recover()).toEqual(intents.map((id) => [id, 'refunded']));
  for (const id of intents) expect(await refundsOf(id)).toEqual([1130]);
  expect(await mailsOf(buyer)).toEqual(['verify_email', 'refund', 'refund']);
  expect(await recover()).toEqual([]);
  for (const id of intents) expect(await refundsOf(id)).toEqual([1130]);
});

test('a payment that was refunded before the shop lost it is not refunded again', async () => {
  const buyer = await shop.signUp();
  const id = await forgotten(buyer.userId);
  await dashboardOf(shop).refunds.create({
    payment_intent: id,
    metadata: { refund_id: randomUUID() },
  });
  expect(await recover()).toEqual([[id, 'refunded']]);
  expect(await refundsOf(id)).toEqual([1130]);
});

test('a buyer who began to pay before that time and paid after it gets their packs', async () => {
  const buyer = await shop.signUp();
  const intent = await begunPayment(shop, buyer, packTypeId);
  await confirm(shop, intent);
  await shop.sandbox.takeEvents();
  expect(await recover()).toEqual([[intent.paymentIntentId, 'delivered']]);
  expect((await purchased(shop, buyer, intent.paymentIntentId)).packIds).toHaveLength(1);
});

test('an open page can’t pay an intent that the shop lost; it can pay one that the shop knows', async () => {
  const buyer = await shop.signUp();
  const lost = await forgotten(buyer.userId, { isPaid: false });
  const open = await begunPayment(shop, buyer, packTypeId);
  expect(await recover()).toEqual([[lost, 'ended']]);
  expect((await dashboardOf(shop).paymentIntents.retrieve(lost)).status).toBe('canceled');
  expect((await confirm(shop, open)).body.status).toBe('succeeded');
  expect((await purchased(shop, buyer, open.paymentIntentId)).packIds).toHaveLength(1);
});

test('money that can’t be refunded at once is refunded later', async () => {
  const buyer = await shop.signUp();
  const id = await forgotten(buyer.userId);
  shop.sandbox.faults = {
    before: ({ method, path }) => (method === 'POST' && path === '/v1/refunds' ? 500 : undefined),
  };
  expect(await recover()).toEqual([[id, 'refund waits']]);
  shop.sandbox.faults = {};
  await reconcilePayments(shop.context);
  expect(await refundsOf(id)).toEqual([1130]);
});

test('a buyer who registered after that time gets a refund too, and an operator sees both sides of it', async () => {
  const moderator = await shop.signUp({ role: 'admin' });
  const id = await forgotten(randomUUID());
  expect(await recover()).toEqual([[id, 'of nobody']]);
  expect(await refundsOf(id)).toEqual([1130]);
  expect(await recover()).toEqual([[id, 'of nobody']]);
  expect(await refundsOf(id)).toEqual([1130]);
  const { body } = await shop.call<z.input<typeof listMoneyQuestions.reply>>(
    'GET',
    '/admin/money-questions',
    { as: moderator },
  );
  const sides = body.data.questions.map(({ kind, amount }) => `${kind} ${amount}`);
  expect(sides.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'not_in_books -11.3',
    'not_in_books 11.3',
  ]);
  for (const question of body.data.questions) {
    const closed = await shop.call('POST', `/admin/money-questions/${question.id}/close`, {
      as: moderator,
      body: { note: 'Forgotten when the shop was restored' },
    });
    expect(closed.status).toBe(200);
  }
});

test('the command requires a time, and refuses a shop without cards', async () => {
  expect((await runShopCommand(shop.url, ['payments', 'recover'])).code).toBe(2);
  const credits = await runShopCommand(shop.url, ['payments', 'recover', BEFORE.toISOString()], {
    SANDBOX: 'off',
  });
  expect(credits).toMatchObject({ code: 1, err: 'This shop charges no cards.\n' });
});

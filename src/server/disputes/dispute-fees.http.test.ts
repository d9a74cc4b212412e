// Tests the card provider's fees for a dispute. The provider may charge its fee in parts and late, and may refund a
// part of it.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { showDispute } from '#contract/disputes-admin.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { expectAgreement, movedIn } from '../../testing/books.ts';
import { buyToDispute, decide, disputeOf } from '../../testing/disputes.ts';
import { post, postAll } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { recordMovement } from '#stripe-sandbox/balance.ts';
import { lockObject, storeObject, type SandboxObject } from '#stripe-sandbox/sandbox-queries.ts';
import { inTransaction } from '#engine/database.ts';
import { updateDisputes } from './update-disputes.ts';

type SandboxDispute = SandboxObject & { balance_transactions: SandboxObject[] };

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
let admin: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

/**
 * Makes a card payment of 11.30 with a dispute that the shop does not know about yet. The provider took a fee of 15.00
 * for the dispute. Returns the payment's intent.
 */
async function disputed(): Promise<string> {
  const type = await stockPackType(shop.context, { packs: 1 });
  return buyToDispute(shop, await shop.signUp(), type);
}

/**
 * Makes the provider take another fee for the dispute of an intent. If the fee is negative, the provider refunds it.
 */
async function charge(intentId: string, fee: number): Promise<void> {
  await inTransaction(shop.context.db, async (db) => {
    const dispute = (await lockObject<SandboxDispute>(
      db,
      'dispute',
      await disputeOf(shop, intentId),
    ))!;
    const category = fee > 0 ? 'dispute' : 'dispute_reversal';
    const source = dispute.id;
    dispute.balance_transactions.push(
      await recordMovement(db, { type: 'adjustment', category, amount: 0, fee, source }),
    );
    await storeObject(db, dispute);
  });
}

/** Delivers each event to the shop several times, some of them concurrently. */
async function tellOften(): Promise<void> {
  const events = await shop.sandbox.takeEvents();
  await Promise.all([...events, ...events].map((event) => post(shop, event)));
  for (const event of events) expect((await post(shop, event)).status).toBe(200);
}

/** What the shop paid for disputes during `work`, in cents. */
async function paidFor(work: () => Promise<unknown>): Promise<number> {
  return 0 - ((await movedIn(shop, {}, work))['house:dispute_losses'] ?? 0);
}

async function feesOf(intentId: string): Promise<{ fee: number; feeReturned: number }> {
  const { rows } = await shop.owner.query<{ id: string }>(
    'select d.id from disputes d join payments y on y.id = d.payment_id where y.intent_id = $1',
    [intentId],
  );
  const { body } = await shop.call<z.input<typeof showDispute.reply>>(
    'GET',
    `/admin/disputes/${rows[0]!.id}`,
    { as: admin },
  );
  const { fee, feeReturned } = body.data;
  return { fee, feeReturned };
}

describe('the fees of a dispute', () => {
  test('are booked once each: for the dispute, for responding to it, and the refund after a win', async () => {
    const intentId = await disputed();
    expect(await paidFor(tellOften)).toBe(1500);
    await expectAgreement(shop);

    await charge(intentId, 1500);
    const response = await paidFor(async () => {
      await updateDisputes(shop.context, intentId);
      await updateDisputes(shop.context, intentId);
    });
    expect(response).toBe(1500);
    await expectAgreement(shop);

    await decide(shop, intentId, 'win');
    await charge(intentId, -1500);
    expect(await paidFor(tellOften)).toBe(-1500);
    expect(await feesOf(intentId)).toEqual({ fee: 30, feeReturned: 15 });
    await expectAgreement(shop);
  });

  test('that come after a loss are booked by the nightly comparison, if no event reports them', async () => {
    const intentId = await disputed();
    await postAll(shop);
    await decide(shop, intentId, 'lose');
    await postAll(shop);
    await charge(intentId, 700);
    expect(await paidFor(() => expectAgreement(shop))).toBe(700);
    await charge(intentId, -200);
    expect(await paidFor(() => expectAgreement(shop))).toBe(-200);
    expect(await feesOf(intentId)).toEqual({ fee: 22, feeReturned: 2 });
  });

  test('are booked once if the comparison finds them before any event', async () => {
    const intentId = await disputed();
    expect(await paidFor(() => expectAgreement(shop))).toBe(1500);
    expect(await paidFor(tellOften)).toBe(0);
    await charge(intentId, 1500);
    await decide(shop, intentId, 'win');
    expect(await paidFor(() => expectAgreement(shop))).toBe(1500);
    expect(await paidFor(tellOften)).toBe(0);
  });
});

test('a dispute whose fee was fully refunded has cost nothing', async () => {
  const intentId = await disputed();
  await postAll(shop);
  await decide(shop, intentId, 'win');
  await charge(intentId, -1500);
  expect(await paidFor(() => postAll(shop))).toBe(-1500);
  expect(await feesOf(intentId)).toEqual({ fee: 15, feeReturned: 15 });
  await expectAgreement(shop);
});

// Plays a cardholder and their bank in a test of disputes.
import { expect } from 'vitest';
import { decideDispute, escalateInquiry } from '#stripe-sandbox/disputes.ts';
import { inTransaction } from '#engine/database.ts';
import type { SignedIn, TestApp } from './app.ts';
import { begunPayment, confirm, post, postAll, type Intent } from './payments.ts';

/** Payment methods whose owners raise a dispute as soon as the card is charged. */
export const DISPUTING = {
  fraudulent: 'pm_card_createDispute',
  'not received': 'pm_card_createDisputeProductNotReceived',
  inquiry: 'pm_card_createDisputeInquiry',
} as const;

/**
 * Buys packs with a card that disputes the payment. The money has arrived, but the shop does not know about the dispute
 * yet.
 */
export async function buyToDispute(
  shop: TestApp,
  as: SignedIn,
  packTypeId: string,
  { quantity = 1, card = 'fraudulent' as keyof typeof DISPUTING } = {},
): Promise<string> {
  const intent = await begunPayment(shop, as, packTypeId, { quantity });
  expect((await confirm(shop, intent, { payment_method: DISPUTING[card] })).status).toBe(200);
  return intent.paymentIntentId;
}

/**
 * Buys credits with a card that disputes the payment. The credits have arrived, but the shop does not know about the
 * dispute yet.
 */
export async function topUpToDispute(shop: TestApp, as: SignedIn, amount: number): Promise<string> {
  const { body } = await shop.call<Intent>('POST', '/transactions/credits', {
    as,
    body: { amount, currency: 'CAD', paymentMethod: 'stripe' },
  });
  await confirm(shop, body.data, { payment_method: DISPUTING.fraudulent });
  const events = await shop.sandbox.takeEvents();
  const paid = events.find((event) => event.body.includes('"type":"payment_intent.succeeded"'));
  expect((await post(shop, paid!)).status).toBe(200);
  return body.data.paymentIntentId;
}

/** Returns the provider's id of an intent's dispute. */
export async function disputeOf(shop: TestApp, intentId: string): Promise<string> {
  const { rows } = await shop.owner.query<{ id: string }>(
    `select id from sandbox.objects where kind = 'dispute' and body->>'payment_intent' = $1`,
    [intentId],
  );
  return rows[0]!.id;
}

/** Decides an intent's dispute as the bank does, but does not inform the shop. */
export async function decide(
  shop: TestApp,
  intentId: string,
  how: 'win' | 'lose' | 'escalate',
): Promise<void> {
  const id = await disputeOf(shop, intentId);
  await inTransaction(shop.context.db, async (db) => {
    await (how === 'escalate' ? escalateInquiry(db, id) : decideDispute(db, id, how === 'win'));
  });
}

/** Decides an intent's dispute as the bank does, and informs the shop. */
export async function decided(
  shop: TestApp,
  intentId: string,
  how: 'win' | 'lose' | 'escalate',
): Promise<void> {
  await decide(shop, intentId, how);
  await postAll(shop);
}

/** Makes the bank of an intent's card send back all later refunds. */
export async function sendRefundsBack({ owner }: TestApp, intentId: string): Promise<void> {
  await owner.query(
    `update sandbox.objects m set body = jsonb_set(m.body, '{outcome,refund}', '"sent back"')
     from sandbox.objects i where i.id = $1 and m.id = i.body->>'payment_method'`,
    [intentId],
  );
}

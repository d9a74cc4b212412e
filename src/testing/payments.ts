// Makes card payments in tests: does what a browser does, and delivers events as Stripe does.
import { Stripe } from 'stripe';
import { expect } from 'vitest';
import type * as z from 'zod/mini';
import type { intent, showPurchasedPacks } from '#contract/checkout.ts';
import type { ShopResponse, CallOptions, SignedIn, TestApp } from './app.ts';
import { retryWhileBusy } from './crowd.ts';
import type { SignedEvent } from '#stripe-sandbox/sandbox.ts';

export type Intent = z.input<typeof intent>;
export type Purchased = z.input<typeof showPurchasedPacks.reply>;

export type StripeResponse = {
  status: number;
  body: {
    id?: string;
    status?: string;
    next_action?: { type: string } | null;
    error?: { type: string; code?: string; decline_code?: string; message: string };
  };
};

type CartFields = {
  quantity?: number;
  amount?: number;
  discountCode?: string;
  region?: string;
  refs?: string[];
};

/** Begins a payment for packs of one type, and returns the shop's answer. */
export function beginPayment(
  shop: TestApp,
  as: SignedIn,
  packId: string,
  more: CartFields = {},
): Promise<ShopResponse<Intent>> {
  const { quantity = 1, ...fields } = more;
  return shop.call<Intent>('POST', '/payments/create-payment-intent', {
    as,
    body: { packs: [{ packId, quantity }], ...fields },
  });
}

/** Begins a payment that must succeed, and returns its intent. */
export async function begunPayment(
  shop: TestApp,
  as: SignedIn,
  packId: string,
  more: CartFields = {},
): Promise<Intent> {
  const { status, body } = await beginPayment(shop, as, packId, more);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** Confirms an intent as the browser's form does, by a published payment method or other fields. */
export async function confirm(
  shop: TestApp,
  { paymentIntentId, clientSecret }: Pick<Intent, 'paymentIntentId' | 'clientSecret'>,
  fields: Record<string, string> = { payment_method: 'pm_card_visa' },
): Promise<StripeResponse> {
  const response = await shop.app.inject({
    method: 'POST',
    url: `/stripe-sandbox/v1/payment_intents/${paymentIntentId}/confirm`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      key: 'pk_test_sandbox',
      client_secret: clientSecret,
      ...fields,
    }).toString(),
  });
  return { status: response.statusCode, body: response.json() };
}

/** Sets an intent's state at the sandbox, for states to which no test card leads. */
export async function setStatus(
  shop: TestApp,
  { paymentIntentId }: Pick<Intent, 'paymentIntentId'>,
  status: string,
): Promise<void> {
  await shop.owner.query(
    `update sandbox.objects set body = jsonb_set(body, '{status}', to_jsonb($2::text)) where id = $1`,
    [paymentIntentId, status],
  );
}

/** Posts an event to the webhook. */
export function post(shop: TestApp, { body, signature }: SignedEvent): Promise<ShopResponse> {
  const options: CallOptions = {
    body,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
  };
  return shop.call('POST', '/stripe/webhook', options);
}

/** Posts all waiting events, in the order in which they happened. */
export async function postAll(shop: TestApp): Promise<void> {
  for (const event of await shop.sandbox.takeEvents()) {
    expect((await post(shop, event)).status).toBe(200);
  }
}

/** Returns what a payment bought, by asking the shop as the browser does. */
export async function purchased(
  shop: TestApp,
  as: SignedIn,
  paymentIntentId: string,
): Promise<Purchased> {
  const path = `/payments/purchased-packs/${paymentIntentId}`;
  const { status, body } = await retryWhileBusy(() => shop.call<Purchased>('GET', path, { as }));
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

/** Changes a user's orders as if they were placed before returns had a limit (docs/product.md §6). */
export async function placedBeforeLimits(shop: TestApp, { userId }: SignedIn): Promise<void> {
  await shop.owner.query(`
    set session_replication_role = replica;
    update orders set has_return_limits = false where user_id = '${userId}';
    set session_replication_role = default`);
}

/** Counts the packs of a type by state. */
export async function stockOf(shop: TestApp, packTypeId: string): Promise<Record<string, number>> {
  const { rows } = await shop.owner.query<{ state: string; packs: number }>(
    'select state, count(*)::int as packs from places where pack_type_id = $1 group by state',
    [packTypeId],
  );
  return Object.fromEntries(rows.map((row) => [row.state, row.packs]));
}

/** Opens the card provider as its owner's dashboard does, with the shop's own keys. */
export function dashboardOf({ sandbox }: TestApp): Stripe {
  const { secretKey, apiBase } = sandbox.options;
  return new Stripe(secretKey, {
    host: '127.0.0.1',
    port: Number(new URL(apiBase!).port),
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
  });
}

/** Refunds an amount in cents outside the shop. If `amount` is omitted, refunds all that is left. */
export async function refundOutside(
  shop: TestApp,
  { paymentIntentId }: Pick<Intent, 'paymentIntentId'>,
  amount?: number,
): Promise<string> {
  const { id } = await dashboardOf(shop).refunds.create({
    payment_intent: paymentIntentId,
    ...(amount === undefined ? {} : { amount }),
  });
  return id;
}

// The port `CardProvider` for Stripe's payments, over Stripe's own SDK. This code also reaches the
// sandbox inside the shop, which has another address.
import { setTimeout as wait } from 'node:timers/promises';
import { Stripe } from 'stripe';
import { CURRENCY, toCents } from '#domain/money.ts';
import type { IntentStatus } from '#domain/payment.ts';
import type { RefundStatus } from '#domain/refund.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  CardRefusal,
  WEBHOOK_TEST,
  type CardDispute,
  type CardEvent,
  type CardIntent,
  type CardMovement,
  type CardProvider,
  type CardRefund,
  type CardRisk,
  type RefundOrder,
  type SavedCard,
  type Charge,
} from '../runtime/card-provider.ts';
import { elsewhere } from '../tracing/request-waits.ts';
import { askStripe } from './ask-stripe.ts';
import { openStripe, type StripeOptions } from './open-stripe.ts';

/** Stripe as the shop's card provider. */
export function stripeProvider(options: StripeOptions): CardProvider {
  const stripe = openStripe(options);
  return {
    publishableKey: options.publishableKey,
    sandbox: options.sandbox,
    createIntent: (charge) => createIntent(stripe, charge),
    findIntent: (intentId) => findIntent(stripe, intentId),
    saveCardOf: (intentId, owner) => saveCardOf(stripe, intentId, owner),
    listIntents: (since) => listIntents(stripe, since),
    cancelIntent: (intentId) => cancelIntent(stripe, intentId),
    refund: (asked) => refund(stripe, asked),
    listRefunds: (intentId) => listRefunds(stripe, intentId),
    listDisputes: (intentId) => listDisputes(stripe, { payment_intent: intentId }),
    listNewestDisputes: () => listDisputes(stripe, {}),
    listMovements: (since) => listMovements(stripe, since),
    saveCard: (owner, cardId) => saveCard(stripe, owner, cardId),
    forgetCard: (cardId) => forgetCard(stripe, cardId),
    causeEvents: () => causeEvents(stripe),
    readEvent: (body, signature) => readEvent(stripe, options.webhookSecrets, body, signature),
  };
}

/**
 * Creates an intent. The idempotency key is the shop's id of the payment, so that a repeated
 * request makes only one intent. While another request with this key is running, Stripe reports
 * that the key is in use, and this function tries again a little later.
 */
async function createIntent(stripe: Stripe, charge: Charge): Promise<CardIntent> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await asking('create intent', () => createOnce(stripe, charge));
    } catch (error) {
      if (!isKeyInUse(error) || attempt === KEY_TRIES_MAX) throw error;
      await elsewhere(() => wait(KEY_WAIT_MS));
    }
  }
}

const KEY_TRIES_MAX = 5;
const KEY_WAIT_MS = 200;

function isKeyInUse(error: unknown): boolean {
  const { cause } = error as Error;
  return cause instanceof Stripe.errors.StripeError && cause.statusCode === 409;
}

async function createOnce(stripe: Stripe, charge: Charge): Promise<CardIntent> {
  return readIntent(
    await stripe.paymentIntents.create(
      {
        amount: charge.amount,
        currency: CURRENCY.toLowerCase(),
        description: charge.description,
        metadata: {
          payment_id: charge.paymentId,
          user_id: charge.userId,
          purpose: charge.purpose,
        },
        allowed_payment_method_types: ['card'],
        ...(charge.customerId && { customer: charge.customerId }),
        ...(charge.cardId !== undefined && { payment_method: charge.cardId }),
      },
      { idempotencyKey: `pi:${charge.paymentId}` },
    ),
  );
}

async function findIntent(stripe: Stripe, intentId: string): Promise<CardIntent | null> {
  try {
    return await asking('find intent', async () =>
      readIntent(
        await stripe.paymentIntents.retrieve(intentId, {
          expand: ['latest_charge', 'payment_method'],
        }),
      ),
    );
  } catch (error) {
    if (error instanceof CardRefusal && error.status === 404) return null;
    throw error;
  }
}

/**
 * Sets whether an intent saves its card. Only the shop does this, because a browser can't undo the
 * choice at Stripe. Sends no idempotency key, because the choice may change several times.
 */
async function saveCardOf(
  stripe: Stripe,
  intentId: string,
  owner: { userId: string; customerId: string | null } | null,
): Promise<CardIntent> {
  const customer =
    owner === null ? null : (owner.customerId ?? (await makeCustomer(stripe, owner.userId)));
  return asking('keep card of intent', async () =>
    readIntent(
      await stripe.paymentIntents.update(
        intentId,
        customer === null
          ? { setup_future_usage: '' }
          : { customer, setup_future_usage: 'on_session' },
      ),
    ),
  );
}

const WEBHOOK_TEST_AMOUNT = toCents(100);

/**
 * Makes Stripe send two events, to test the webhook: creates an intent without a card and cancels
 * it (choice 871).
 */
async function causeEvents(stripe: Stripe): Promise<void> {
  const { id } = await asking('create webhook test', () =>
    stripe.paymentIntents.create({
      amount: WEBHOOK_TEST_AMOUNT,
      currency: CURRENCY.toLowerCase(),
      description: 'Test of the webhook: charges nothing',
      metadata: { purpose: WEBHOOK_TEST },
      allowed_payment_method_types: ['card'],
    }),
  );
  await cancelIntent(stripe, id);
}

/**
 * Cancels an intent. Sends no idempotency key, because a request to cancel can be repeated, and a
 * key would make Stripe repeat an old refusal.
 */
async function cancelIntent(stripe: Stripe, intentId: string): Promise<CardIntent | null> {
  try {
    return await asking('cancel intent', async () =>
      readIntent(await stripe.paymentIntents.cancel(intentId)),
    );
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    // The intent is already canceled, or can't be canceled any more. So the caller gets the
    // intent's present state.
    return findIntent(stripe, intentId);
  }
}

async function refund(
  stripe: Stripe,
  { refundId, paymentId, intentId, amount }: RefundOrder,
): Promise<CardRefund> {
  return asking('refund', async () =>
    readRefund(
      await stripe.refunds.create(
        {
          payment_intent: intentId,
          amount,
          metadata: { payment_id: paymentId, refund_id: refundId },
        },
        { idempotencyKey: `refund:${refundId}` },
      ),
    ),
  );
}

async function listRefunds(stripe: Stripe, intentId: string): Promise<CardRefund[]> {
  const found = await asking('list refunds', () =>
    stripe.refunds.list({ payment_intent: intentId, limit: PAGE }).autoPagingToArray({
      limit: REFUNDS_MAX,
    }),
  );
  // Stripe lists the newest refund first.
  return found.toReversed().map(readRefund);
}

const PAGE = 100;
/** Maximum number of listed refunds. No payment has nearly this many. */
const REFUNDS_MAX = 1_000;

function readRefund(given: Stripe.Refund): CardRefund {
  return {
    id: given.id,
    amount: toCents(given.amount),
    // Stripe's type also allows a missing status. A refund without a status counts as not paid.
    status: (given.status ?? 'pending') as RefundStatus,
    problem: given.failure_reason ?? null,
    refundId: given.metadata?.['refund_id'] ?? null,
    madeAt: new Date(given.created * 1000),
  };
}

const DISPUTES_MAX = 100;

async function listDisputes(
  stripe: Stripe,
  which: { payment_intent?: string },
): Promise<CardDispute[]> {
  const { data } = await asking('list disputes', () =>
    stripe.disputes.list({ ...which, limit: DISPUTES_MAX }),
  );
  return data.map(readDispute);
}

function readDispute(dispute: Stripe.Dispute): CardDispute {
  const { payment_intent: intent, evidence_details: details } = dispute;
  // Leaves out fees in another currency than the shop's, because they can't be booked without a
  // conversion.
  const fees = dispute.balance_transactions
    .filter((one) => one.currency === CURRENCY.toLowerCase())
    .map((one) => one.fee);
  const sumOf = (parts: number[]) => toCents(parts.reduce((total, fee) => total + fee, 0));
  return {
    id: dispute.id,
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    status: dispute.status,
    reason: dispute.reason,
    amount: toCents(dispute.amount),
    fees: {
      taken: sumOf(fees.filter((fee) => fee > 0)),
      returned: sumOf(fees.filter((fee) => fee < 0).map((fee) => -fee)),
    },
    evidenceDueAt: details.due_by === null ? null : new Date(details.due_by * 1000),
    raisedAt: new Date(dispute.created * 1000),
  };
}

async function listMovements(stripe: Stripe, since: Date): Promise<CardMovement[]> {
  const moved = await listSince(since, (asked) =>
    asking('list balance transactions', () =>
      stripe.balanceTransactions.list({ ...asked, expand: ['data.source'] }),
    ),
  );
  return moved.map(readMovement);
}

async function listIntents(stripe: Stripe, since: Date): Promise<CardIntent[]> {
  const begun = await listSince(since, (asked) =>
    asking('list intents', () => stripe.paymentIntents.list(asked)),
  );
  return begun.map(readIntent);
}

type Listed = { limit: number; created: { gte: number }; starting_after?: string };

/** Reads all pages of a list, and returns the oldest item first. Stripe lists the newest item first. */
async function listSince<Item extends { id: string }>(
  since: Date,
  list: (asked: Listed) => Promise<{ data: Item[]; has_more: boolean }>,
): Promise<Item[]> {
  const found: Item[] = [];
  let after: string | undefined;
  for (;;) {
    const page = await list({
      limit: PAGE,
      created: { gte: Math.floor(since.getTime() / 1000) },
      ...(after === undefined ? {} : { starting_after: after }),
    });
    found.push(...page.data);
    after = page.data.at(-1)?.id;
    if (!page.has_more || after === undefined) return found.toReversed();
  }
}

function readMovement(moved: Stripe.BalanceTransaction): CardMovement {
  const { source } = moved;
  const object = typeof source === 'string' ? null : source;
  const intent = object !== null && 'payment_intent' in object ? object.payment_intent : null;
  return {
    id: moved.id,
    category: moved.reporting_category,
    amount: toCents(moved.amount),
    fee: toCents(moved.fee),
    currency: moved.currency.toUpperCase(),
    sourceId: typeof source === 'string' ? source : (source?.id ?? null),
    intentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    description: moved.description ?? moved.reporting_category,
    at: new Date(moved.created * 1000),
  };
}

async function saveCard(
  stripe: Stripe,
  owner: { userId: string; customerId: string | null },
  cardId: string,
): Promise<SavedCard | null> {
  // Checks the card before the customer, so that no customer is created for an invalid card.
  const known = await asking('find card', () => stripe.paymentMethods.retrieve(cardId));
  if (known.type !== 'card') return null;
  const customerId = owner.customerId ?? (await makeCustomer(stripe, owner.userId));
  const attached = await asking('keep card', () =>
    stripe.paymentMethods.attach(known.id, { customer: customerId }),
  );
  return readCard(attached, customerId);
}

function readCard({ id, card }: Stripe.PaymentMethod, customerId: string): SavedCard | null {
  if (card === undefined) return null;
  return {
    id,
    customerId,
    brand: card.brand,
    last4: card.last4,
    expiryMonth: card.exp_month,
    expiryYear: card.exp_year,
  };
}

/**
 * Creates a customer. The idempotency key is the user's id, so that two concurrent requests make
 * only one customer.
 */
async function makeCustomer(stripe: Stripe, userId: string): Promise<string> {
  const customer = await asking('make customer', () =>
    stripe.customers.create(
      { metadata: { user_id: userId } },
      { idempotencyKey: `customer:${userId}` },
    ),
  );
  return customer.id;
}

/** Deletes a saved card at Stripe. A card that Stripe no longer knows counts as deleted. */
async function forgetCard(stripe: Stripe, cardId: string): Promise<void> {
  try {
    await asking('forget card', () => stripe.paymentMethods.detach(cardId));
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
  }
}

/**
 * Maximum number of seconds by which an event may be dated ahead of this clock. Stripe's library
 * checks an equal limit for the past.
 */
const AHEAD_MOST_S = 300;

function readEvent(
  stripe: Stripe,
  secrets: string[],
  body: Uint8Array,
  signature: string,
): CardEvent {
  for (const secret of secrets) {
    let event: Stripe.Event;
    try {
      event = stripe.webhooks.constructEvent(Buffer.from(body), signature, secret);
    } catch {
      // The signature does not match this secret. Another secret signed the event, or the event is
      // forged or old.
      continue;
    }
    if (signedAtS(signature) > Date.now() / 1000 + AHEAD_MOST_S)
      throw new Rejection('VALIDATION_ERROR', 'The signature is dated in the future');
    if (!isEvent(event)) throw new Rejection('VALIDATION_ERROR', 'The body is no event');
    return { id: event.id, type: event.type, intentId: intentIdOf(event) };
  }
  throw new Rejection('VALIDATION_ERROR', 'The signature is not valid');
}

/** The time in a verified signature, in seconds. */
function signedAtS(signature: string): number {
  return Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
}

const ID_FORM = /^[\w-]{1,255}$/;
const TYPE_FORM = /^[\w.]{1,255}$/;

/** Whether a signed body has the fields of an event that the shop reads. */
function isEvent(body: unknown): body is Stripe.Event {
  const { id, type, data } = (body ?? {}) as Partial<Record<'id' | 'type' | 'data', unknown>>;
  const object = (data as { object?: unknown } | null | undefined)?.object;
  return (
    typeof id === 'string' &&
    ID_FORM.test(id) &&
    typeof type === 'string' &&
    TYPE_FORM.test(type) &&
    typeof object === 'object' &&
    object !== null
  );
}

/**
 * The id of the intent that an event is about. The intent is either the event's object itself, or
 * the intent to which the object belongs.
 */
function intentIdOf(event: Stripe.Event): string | null {
  const object = event.data.object as { id?: unknown; object?: unknown; payment_intent?: unknown };
  const id = object.object === 'payment_intent' ? object.id : object.payment_intent;
  return typeof id === 'string' && ID_FORM.test(id) ? id : null;
}

function readIntent(intent: Stripe.PaymentIntent): CardIntent {
  const { metadata, latest_charge: charge } = intent;
  const made = typeof charge === 'string' ? null : charge;
  const details = made?.payment_method_details;
  return {
    id: intent.id,
    clientSecret: intent.client_secret ?? '',
    status: intent.status as IntentStatus,
    amount: toCents(intent.amount),
    received: toCents(intent.amount_received),
    currency: intent.currency,
    paymentId: metadata['payment_id'] ?? null,
    userId: metadata['user_id'] ?? null,
    purpose: metadata['purpose'] ?? null,
    savesCard: intent.setup_future_usage !== null,
    savedCard: readSavedCard(intent),
    cardFingerprint: details?.card?.fingerprint ?? null,
    cardCountry: details?.card?.country ?? null,
    risk: readRisk(made?.outcome ?? null),
  };
}

function readRisk(outcome: Stripe.Charge.Outcome | null): CardRisk | null {
  const level = outcome?.risk_level;
  return level ? { level, score: outcome.risk_score ?? null } : null;
}

function readSavedCard({
  status,
  setup_future_usage: usage,
  payment_method: card,
  customer,
}: Stripe.PaymentIntent): SavedCard | null {
  if (status !== 'succeeded' || usage === null || customer === null) return null;
  if (card === null || typeof card === 'string') return null;
  return readCard(card, typeof customer === 'string' ? customer : customer.id);
}

function asking<Result>(what: string, ask: () => Promise<Result>): Promise<Result> {
  return askStripe(
    what,
    ask,
    (error, status) => new CardRefusal(error.message, status, error.code ?? null, { cause: error }),
  );
}

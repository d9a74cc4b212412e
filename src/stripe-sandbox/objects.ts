// Stores the sandbox's payment intents, cards and customers, which behave as Stripe's do. Every function runs inside a
// transaction. A refusal that changes nothing is thrown as a `StripeProblem`. A declined card changes its intent, so
// that refusal is returned as a response.
import { createHash, randomBytes } from 'node:crypto';
import type { IntentStatus } from '#domain/payment.ts';
import type { Transaction } from '#engine/database.ts';
import { recordCharge } from './balance.ts';
import { groupOf, textOf, textsOf, type Form } from './form.ts';
import { newId, nowS } from './ids.ts';
import {
  insertSandboxEvent,
  lockObject,
  storeObject,
  type SandboxObject,
} from './sandbox-queries.ts';
import { findCardById, findCardByNumber, type CardOutcome, type TestCard } from './test-cards.ts';

/** The version of Stripe's API that the sandbox imitates. */
const API_VERSION = '2026-10-28.endive';
/** The least amount that Stripe charges in CAD, in cents. */
const AMOUNT_LEAST = 50;
const AMOUNT_MOST = 99_999_999;

export type SandboxResponse = { status: number; body: Record<string, unknown> };

/** Thrown if a call is refused and nothing was changed. It is sent as an error in Stripe's form. */
export class StripeProblem extends Error {
  readonly status: number;
  readonly error: Record<string, unknown>;
  constructor(status: number, error: { type: string; message: string; [field: string]: unknown }) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

export function invalidRequest(message: string, code?: string, param?: string): StripeProblem {
  return new StripeProblem(400, {
    type: 'invalid_request_error',
    message,
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

export function noSuch(kind: string, id: string): StripeProblem {
  return new StripeProblem(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: kind === 'payment_intent' ? 'intent' : 'id',
  });
}

export type Intent = SandboxObject & {
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  status: IntentStatus;
  payment_method: string | null;
  customer: string | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: Record<string, unknown> | null;
  latest_charge: string | null;
  setup_future_usage: string | null;
  metadata: Record<string, string>;
  canceled_at: number | null;
  cancellation_reason: string | null;
};

export type PaymentMethod = SandboxObject & {
  object: 'payment_method';
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
  customer: string | null;
  /** What happens when this card is charged. This field belongs to the sandbox alone and is never sent. */
  outcome?: CardOutcome;
};

export async function recordEvent(
  db: Transaction,
  type: string,
  object: SandboxObject,
): Promise<void> {
  const id = newId('evt');
  await insertSandboxEvent(db, {
    id,
    body: {
      id,
      object: 'event',
      api_version: API_VERSION,
      created: nowS(),
      data: { object },
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    },
  });
}

export async function findIntent(db: Transaction, id: string): Promise<Intent> {
  const intent = await lockObject<Intent>(db, 'payment_intent', id);
  if (intent === null) throw noSuch('payment_intent', id);
  // Intents stored by earlier versions lack this field.
  return { ...intent, setup_future_usage: intent.setup_future_usage ?? null };
}

export async function createIntent(db: Transaction, form: Form): Promise<SandboxResponse> {
  const amount = wholeNumber(form, 'amount');
  if (amount < AMOUNT_LEAST) {
    throw invalidRequest('Amount must be at least $0.50 cad', 'amount_too_small', 'amount');
  }
  if (amount > AMOUNT_MOST) {
    throw invalidRequest('Amount must be no more than $999,999.99', 'amount_too_large', 'amount');
  }
  const currency = required(form, 'currency').toLowerCase();
  await checkMethodOf(db, form);
  const id = newId('pi');
  const intent: Intent = {
    id,
    object: 'payment_intent',
    amount,
    amount_capturable: 0,
    amount_received: 0,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomBytes(12).toString('hex')}`,
    confirmation_method: 'automatic',
    created: nowS(),
    currency,
    customer: textOf(form, 'customer') ?? null,
    description: textOf(form, 'description') ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: textsOf(groupOf(form, 'metadata')),
    next_action: null,
    payment_method: textOf(form, 'payment_method') ?? null,
    payment_method_types: ['card'],
    setup_future_usage: textOf(form, 'setup_future_usage') ?? null,
    status: 'requires_payment_method',
  };
  if (intent.payment_method !== null) intent.status = 'requires_confirmation';
  await storeObject(db, intent);
  await recordEvent(db, 'payment_intent.created', intent);
  if (textOf(form, 'confirm') === 'true') return confirmIntent(db, id, form);
  return { status: 200, body: intent };
}

/** Checks that the customer exists, and that the card is attached to this customer. */
async function checkMethodOf(db: Transaction, form: Form): Promise<void> {
  const id = textOf(form, 'payment_method');
  const customer = textOf(form, 'customer');
  if (customer !== undefined) await retrieveCustomer(db, customer);
  if (id === undefined || customer === undefined) return;
  const method = await lockObject<PaymentMethod>(db, 'payment_method', id);
  if (method?.customer !== customer) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      'resource_missing',
      'payment_method',
    );
  }
}

export async function retrieveIntent(
  db: Transaction,
  id: string,
  form: Form = {},
): Promise<SandboxResponse> {
  const intent = await findIntent(db, id);
  const expanded = Object.values(groupOf(form, 'expand'));
  if (expanded.length === 0) return { status: 200, body: intent };
  const method = await lockObject<PaymentMethod>(db, 'payment_method', intent.payment_method ?? '');
  const body: Record<string, unknown> = { ...intent };
  if (expanded.includes('latest_charge') && intent.latest_charge !== null) {
    body['latest_charge'] = chargeOf(intent, method);
  }
  if (expanded.includes('payment_method') && method !== null) {
    body['payment_method'] = shown(method);
  }
  return { status: 200, body };
}

/** Updates an intent's customer, and whether its card is saved. An empty text removes a field. */
export async function updateIntent(
  db: Transaction,
  id: string,
  form: Form,
): Promise<SandboxResponse> {
  const intent = await findIntent(db, id);
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, 'update');
  const customer = textOf(form, 'customer');
  const usage = textOf(form, 'setup_future_usage');
  if (customer !== undefined) {
    await retrieveCustomer(db, customer);
    intent.customer = customer;
  }
  if (usage !== undefined) intent.setup_future_usage = usage === '' ? null : usage;
  await storeObject(db, intent);
  return { status: 200, body: intent };
}

/**
 * The last four digits of the only test card whose fingerprint is the same for all buyers. Any other card has a
 * fingerprint for each buyer, because the shop would otherwise treat all visitors as one buyer.
 */
const SHARED_CARD = '5556';

function fingerprintOf(intent: Intent, { card: { last4 } }: PaymentMethod): string {
  const owner = last4 === SHARED_CARD ? '' : (intent.metadata['user_id'] ?? '');
  return createHash('sha256').update(`${last4} ${owner}`).digest('hex').slice(0, 16);
}

const CONFIRMABLE: readonly IntentStatus[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
];

/**
 * Charges a card. If the card's bank demands to see the cardholder, the intent's status becomes `requires_action`. The
 * cardholder's answer is a second confirmation with `challenge=pass` or `challenge=fail`.
 */
export async function confirmIntent(
  db: Transaction,
  id: string,
  form: Form,
): Promise<SandboxResponse> {
  const intent = await findIntent(db, id);
  if (!CONFIRMABLE.includes(intent.status)) throw unexpectedState(intent, 'confirm');
  const challenge = textOf(form, 'challenge');
  if (challenge !== undefined) {
    if (intent.status !== 'requires_action') throw unexpectedState(intent, 'authenticate');
    const method = await findMethod(db, intent.payment_method ?? '');
    return challenge === 'pass'
      ? charge(db, intent, method, method.outcome!.decline)
      : failAuthentication(db, intent, method);
  }
  const method = await methodOf(db, intent, form);
  intent.payment_method = method.id;
  const { outcome } = method;
  if (outcome!.challenge) {
    intent.status = 'requires_action';
    intent.last_payment_error = null;
    intent.next_action = {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', source: newId('src') },
    };
    await storeObject(db, intent);
    await recordEvent(db, 'payment_intent.requires_action', intent);
    return { status: 200, body: intent };
  }
  return charge(db, intent, method, outcome!.decline);
}

async function charge(
  db: Transaction,
  intent: Intent,
  method: PaymentMethod,
  decline: CardOutcome['decline'],
): Promise<SandboxResponse> {
  intent.next_action = null;
  intent.latest_charge = newId('ch');
  if (decline !== null) {
    const error = {
      charge: intent.latest_charge,
      code: decline.code,
      ...(decline.declineCode === undefined ? {} : { decline_code: decline.declineCode }),
      message: decline.message,
      payment_method: shown(method),
      type: 'card_error',
    };
    return failCharge(db, intent, error);
  }
  intent.status = 'succeeded';
  intent.amount_received = intent.amount;
  intent.last_payment_error = null;
  await storeObject(db, intent);
  // The card is saved only after it has paid, because a refused card is never saved.
  if (intent.setup_future_usage !== null && intent.customer !== null) {
    await storeObject(db, { ...method, customer: intent.customer });
  }
  await recordCharge(db, chargeOf(intent));
  await recordEvent(db, 'charge.succeeded', chargeOf(intent));
  await recordEvent(db, 'payment_intent.succeeded', intent);
  return { status: 200, body: intent };
}

async function failAuthentication(
  db: Transaction,
  intent: Intent,
  method: PaymentMethod,
): Promise<SandboxResponse> {
  intent.next_action = null;
  return failCharge(db, intent, {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    payment_method: shown(method),
    type: 'invalid_request_error',
  });
}

async function failCharge(
  db: Transaction,
  intent: Intent,
  error: Record<string, unknown>,
): Promise<SandboxResponse> {
  intent.status = 'requires_payment_method';
  intent.payment_method = null;
  intent.last_payment_error = error;
  await storeObject(db, intent);
  await recordEvent(db, 'payment_intent.payment_failed', intent);
  return { status: 402, body: { error: { ...error, payment_intent: intent } } };
}

export function chargeOf(intent: Intent, method: PaymentMethod | null = null): SandboxObject {
  return {
    id: intent.latest_charge!,
    object: 'charge',
    amount: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata,
    paid: intent.status === 'succeeded',
    payment_intent: intent.id,
    payment_method_details: method && {
      card: {
        ...method.card,
        country: method.outcome?.country ?? 'CA',
        fingerprint: fingerprintOf(intent, method),
      },
      type: 'card',
    },
    outcome: method && {
      risk_level: method.outcome?.risk?.level ?? 'normal',
      risk_score: method.outcome?.risk?.score ?? 5,
    },
    status: intent.status === 'succeeded' ? 'succeeded' : 'failed',
  };
}

function unexpectedState(intent: Intent, verb: string): StripeProblem {
  const because =
    intent.status === 'succeeded'
      ? 'it has already succeeded after being previously confirmed'
      : `it has a status of ${intent.status}`;
  return new StripeProblem(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: `You cannot ${verb} this PaymentIntent because ${because}.`,
    payment_intent: intent,
  });
}

const CANCELABLE: readonly IntentStatus[] = [...CONFIRMABLE, 'requires_capture'];

export async function cancelIntent(
  db: Transaction,
  id: string,
  form: Form,
): Promise<SandboxResponse> {
  const intent = await findIntent(db, id);
  if (!CANCELABLE.includes(intent.status)) throw unexpectedState(intent, 'cancel');
  intent.status = 'canceled';
  intent.canceled_at = nowS();
  intent.cancellation_reason = textOf(form, 'cancellation_reason') ?? null;
  intent.next_action = null;
  await storeObject(db, intent);
  await recordEvent(db, 'payment_intent.canceled', intent);
  return { status: 200, body: intent };
}

export async function createCustomer(db: Transaction, form: Form): Promise<SandboxResponse> {
  const customer: SandboxObject = {
    id: newId('cus'),
    object: 'customer',
    created: nowS(),
    email: textOf(form, 'email') ?? null,
    name: textOf(form, 'name') ?? null,
    livemode: false,
    metadata: textsOf(groupOf(form, 'metadata')),
  };
  await storeObject(db, customer);
  return { status: 200, body: customer };
}

export async function retrieveCustomer(db: Transaction, id: string): Promise<SandboxResponse> {
  return retrieve(db, 'customer', id);
}

async function retrieve(db: Transaction, kind: string, id: string): Promise<SandboxResponse> {
  const object = await lockObject(db, kind, id);
  if (object === null) throw noSuch(kind, id);
  return { status: 200, body: object };
}

export async function createPaymentMethod(db: Transaction, form: Form): Promise<SandboxResponse> {
  return { status: 200, body: shown(await newMethod(db, form)) };
}

export async function retrievePaymentMethod(db: Transaction, id: string): Promise<SandboxResponse> {
  return { status: 200, body: shown(await findMethod(db, id)) };
}

/** Attaches a payment method to a customer. A published test id becomes a new payment method. */
export async function attachPaymentMethod(
  db: Transaction,
  id: string,
  form: Form,
): Promise<SandboxResponse> {
  const customer = required(form, 'customer');
  await retrieveCustomer(db, customer);
  const method = { ...(await findMethod(db, id)), customer };
  await storeObject(db, method);
  return { status: 200, body: shown(method) };
}

export async function detachPaymentMethod(db: Transaction, id: string): Promise<SandboxResponse> {
  const method = { ...(await findMethod(db, id)), customer: null };
  await storeObject(db, method);
  return { status: 200, body: shown(method) };
}

function shown({ outcome: _outcome, ...method }: PaymentMethod): SandboxObject {
  return method;
}

/**
 * Returns the card with which an intent is confirmed. The request gives it by new details or by an id. Otherwise it is
 * the intent's own card.
 */
async function methodOf(db: Transaction, intent: Intent, form: Form): Promise<PaymentMethod> {
  if (form['payment_method_data'] !== undefined) {
    return newMethod(db, groupOf(form, 'payment_method_data'));
  }
  const id = textOf(form, 'payment_method') ?? intent.payment_method;
  if (id === null) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      'payment_intent_unexpected_state',
    );
  }
  const method = await findMethod(db, id);
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalidRequest(
      `The provided PaymentMethod is attached to a customer. You must provide that customer to use it.`,
      'resource_missing',
      'payment_method',
    );
  }
  return method;
}

async function findMethod(db: Transaction, id: string): Promise<PaymentMethod> {
  const published = findCardById(id);
  if (published !== null) return storeMethod(db, published, 12, new Date().getFullYear() + 5);
  const method = await lockObject<PaymentMethod>(db, 'payment_method', id);
  if (method === null) throw noSuch('PaymentMethod', id);
  return method;
}

async function newMethod(db: Transaction, form: Form): Promise<PaymentMethod> {
  if (textOf(form, 'type') !== 'card') {
    throw invalidRequest('Only cards are taken here.', 'parameter_invalid', 'type');
  }
  const card = groupOf(form, 'card');
  const token = textOf(card, 'token');
  if (token !== undefined) return findMethod(db, token.replace(/^tok_/, 'pm_card_'));
  const number = required(card, 'number', 'card[number]');
  const month = Number(required(card, 'exp_month', 'card[exp_month]'));
  const year = fullYear(Number(required(card, 'exp_year', 'card[exp_year]')));
  const cvc = textOf(card, 'cvc');
  const testCard = findCardByNumber(number);
  if (testCard.outcome.decline?.code === 'incorrect_number') {
    throw cardProblem('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardProblem(
      'invalid_expiry_month',
      "Your card's expiration month is invalid.",
      'exp_month',
    );
  }
  const today = new Date();
  const isPast =
    year < today.getFullYear() || (year === today.getFullYear() && month < today.getMonth() + 1);
  if (!Number.isInteger(year) || isPast || year > today.getFullYear() + 50) {
    throw cardProblem('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardProblem('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return storeMethod(db, testCard, month, year);
}

async function storeMethod(
  db: Transaction,
  { brand, last4, outcome }: TestCard,
  exp_month: number,
  exp_year: number,
): Promise<PaymentMethod> {
  const method: PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null },
    card: { brand, last4, exp_month, exp_year },
    created: nowS(),
    customer: null,
    livemode: false,
    metadata: {},
    type: 'card',
    outcome,
  };
  await storeObject(db, method);
  return method;
}

function cardProblem(code: string, message: string, param: string): StripeProblem {
  return new StripeProblem(402, { type: 'card_error', code, message, param });
}

function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year;
}

export function required(form: Form, name: string, shownName: string = name): string {
  const value = textOf(form, name);
  if (value === undefined || value === '') {
    throw invalidRequest(`Missing required param: ${shownName}.`, 'parameter_missing', shownName);
  }
  return value;
}

export function wholeNumber(form: Form, name: string): number {
  const value = required(form, name);
  if (!/^\d{1,12}$/.test(value)) {
    throw invalidRequest(`Invalid integer: ${value}`, 'parameter_invalid_integer', name);
  }
  return Number(value);
}

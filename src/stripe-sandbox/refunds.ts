// Makes the sandbox's refunds, which behave as Stripe's do. Some test cards delay refunds, and some send them back.
import type { Transaction } from '#engine/database.ts';
import { groupOf, textOf, textsOf, type Form } from './form.ts';
import {
  chargeOf,
  findIntent,
  invalidRequest,
  noSuch,
  recordEvent,
  required,
  wholeNumber,
  type Intent,
  type PaymentMethod,
  type SandboxResponse,
} from './objects.ts';
import { recordMovement } from './balance.ts';
import { newId, nowS } from './ids.ts';
import {
  listObjects,
  lockObject,
  storeObject,
  takeRefundsToFinish,
  type SandboxObject,
} from './sandbox-queries.ts';

type SandboxRefund = SandboxObject & {
  object: 'refund';
  amount: number;
  payment_intent: string;
  status: 'pending' | 'succeeded' | 'failed';
  failure_reason?: string;
  /**
   * The time when the refund changes by itself, and its status after that. These fields belong to the sandbox alone and
   * are never sent.
   */
  finishes_at?: number;
  finishes_as?: 'succeeded' | 'failed';
};

/** The delay of a delayed refund. Stripe says only "some time later". */
const FINISHES_AFTER_S = 10;

export async function createRefund(db: Transaction, form: Form): Promise<SandboxResponse> {
  const intent = await findIntent(db, required(form, 'payment_intent'));
  if (intent.status !== 'succeeded') {
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
    );
  }
  if (await isWithBank(db, intent.id)) {
    throw invalidRequest(
      `Charge ${intent.latest_charge} has been charged back.`,
      'charge_disputed',
    );
  }
  const left = intent.amount_received - (await sumRefunds(db, intent.id));
  const amount = textOf(form, 'amount') === undefined ? left : wholeNumber(form, 'amount');
  if (left === 0) {
    throw invalidRequest(
      `Charge ${intent.latest_charge} has already been refunded.`,
      'charge_already_refunded',
    );
  }
  if (amount < 1 || amount > left) {
    throw invalidRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      'amount_too_large',
      'amount',
    );
  }
  const refund: SandboxRefund = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: intent.latest_charge,
    created: nowS(),
    currency: intent.currency,
    metadata: textsOf(groupOf(form, 'metadata')),
    payment_intent: intent.id,
    reason: textOf(form, 'reason') ?? null,
    status: 'succeeded',
    ...(await laterOf(db, intent)),
  };
  await storeObject(db, refund);
  await recordMovement(db, {
    type: 'refund',
    category: 'refund',
    amount: -amount,
    source: refund.id,
  });
  await recordEvent(db, 'refund.created', shown(refund));
  await recordRefunded(db, intent);
  return { status: 200, body: shown(refund) };
}

/** Whether a bank has taken back the money of an intent in a dispute. */
async function isWithBank(db: Transaction, intentId: string): Promise<boolean> {
  const disputes = await listObjects<SandboxObject & { status: string }>(
    db,
    'dispute',
    'payment_intent',
    intentId,
  );
  return disputes.some(({ status }) => status !== 'won' && !status.startsWith('warning_'));
}

async function laterOf(db: Transaction, intent: Intent): Promise<Partial<SandboxRefund>> {
  const method = await lockObject<PaymentMethod>(db, 'payment_method', intent.payment_method ?? '');
  const finishes_at = nowS() + FINISHES_AFTER_S;
  switch (method?.outcome?.refund) {
    case 'paid late':
      return { status: 'pending', finishes_at, finishes_as: 'succeeded' };
    case 'sent back':
      return { finishes_at, finishes_as: 'failed' };
    default:
      return {};
  }
}

/** Returns the refunds of one intent, newest first, all on one page. */
export async function listRefunds(db: Transaction, form: Form): Promise<SandboxResponse> {
  const found = await listObjects<SandboxRefund>(
    db,
    'refund',
    'payment_intent',
    required(form, 'payment_intent'),
  );
  return {
    status: 200,
    body: { object: 'list', url: '/v1/refunds', has_more: false, data: found.map(shown) },
  };
}

export async function retrieveRefund(db: Transaction, id: string): Promise<SandboxResponse> {
  return { status: 200, body: shown(await findRefund(db, id)) };
}

async function findRefund(db: Transaction, id: string): Promise<SandboxRefund> {
  const refund = await lockObject<SandboxRefund>(db, 'refund', id);
  if (refund === null) throw noSuch('refund', id);
  return refund;
}

/**
 * Finishes the refunds that a card delays or sends back. If `isAll` is true, refunds whose time has not come are
 * finished too.
 */
export async function finishRefunds(db: Transaction, isAll: boolean): Promise<void> {
  for (const refund of await takeRefundsToFinish<SandboxRefund>(db, isAll)) {
    await (refund.finishes_as === 'failed' ? failRefund(db, refund.id) : succeedRefund(db, refund));
  }
}

async function succeedRefund(db: Transaction, refund: SandboxRefund): Promise<void> {
  const paid: SandboxRefund = { ...shown(refund), status: 'succeeded' };
  await storeObject(db, paid);
  await recordEvent(db, 'refund.updated', paid);
}

/** Sends a refund back, as a bank does if the card's account is closed. */
export async function failRefund(db: Transaction, id: string): Promise<void> {
  const refund = await findRefund(db, id);
  if (refund.status === 'failed') throw invalidRequest(`Refund ${id} has failed already.`);
  const failed: SandboxRefund = {
    ...shown(refund),
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  };
  await storeObject(db, failed);
  await recordMovement(db, {
    type: 'refund_failure',
    category: 'refund_failure',
    amount: refund.amount,
    source: refund.id,
  });
  await recordEvent(db, 'refund.updated', failed);
  await recordEvent(db, 'refund.failed', failed);
  await recordEvent(db, 'charge.refund.updated', failed);
}

async function recordRefunded(db: Transaction, intent: Intent): Promise<void> {
  const amount = await sumRefunds(db, intent.id);
  await recordEvent(db, 'charge.refunded', {
    ...chargeOf(intent),
    amount_refunded: amount,
    refunded: amount === intent.amount_received,
  });
}

/** The sum of an intent's refunds in cents, without those that a bank sent back. */
async function sumRefunds(db: Transaction, intentId: string): Promise<number> {
  const made = await listObjects<SandboxRefund>(db, 'refund', 'payment_intent', intentId);
  return made
    .filter((refund) => refund.status !== 'failed')
    .reduce((total, refund) => total + refund.amount, 0);
}

function shown(refund: SandboxRefund): SandboxRefund {
  const { finishes_at: _at, finishes_as: _as, ...rest } = refund;
  return rest as SandboxRefund;
}

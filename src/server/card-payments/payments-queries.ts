import { randomUUID } from 'node:crypto';
import type { DisputeState } from '#domain/dispute-state.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentPurpose, PaymentState } from '#domain/payment.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';
import type { CardIntent } from '../runtime/card-provider.ts';
import type { Payment } from '../runtime/context.ts';

type PaymentRow = {
  id: string;
  user_id: string;
  purpose: PaymentPurpose;
  subject_id: string;
  fingerprint: string;
  amount: Cents;
  description: string;
  state: PaymentState;
  intent_id: string | null;
  expires_at: Date;
  is_expired: boolean;
  is_overdue: boolean;
};

// If a payment expired this long ago, its packs are released even if the provider can't be reached.
const OVERDUE_AFTER = '15 minutes';

const PAYMENT = `id, user_id, purpose, subject_id, fingerprint, amount, description, state, intent_id, expires_at,
  expires_at <= shop_now() as is_expired, expires_at <= shop_now() - interval '${OVERDUE_AFTER}' as is_overdue`;

const UNDECIDED = `state in ('creating', 'open', 'processing')`;

function readPayment(row: PaymentRow): Payment {
  return {
    id: row.id,
    userId: row.user_id,
    purpose: row.purpose,
    subjectId: row.subject_id,
    fingerprint: row.fingerprint,
    amount: row.amount,
    description: row.description,
    state: row.state,
    intentId: row.intent_id,
    expiresAt: row.expires_at,
    isExpired: row.is_expired,
    isOverdue: row.is_overdue,
  };
}

async function readPayments(db: Database, text: string, values: unknown[]): Promise<Payment[]> {
  return (await statement<PaymentRow>(db, text, values)).map(readPayment);
}

/** Records a payment before the provider is asked for an intent. */
export async function insertPayment(
  db: Transaction,
  payment: {
    userId: string;
    purpose: PaymentPurpose;
    subjectId: string;
    fingerprint: string;
    amount: Cents;
    description: string;
    expiresAt: Date;
  },
): Promise<Payment> {
  const [made] = await readPayments(
    db,
    `insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, shop_now(), shop_now()) returning ${PAYMENT}`,
    [
      randomUUID(),
      payment.userId,
      payment.purpose,
      payment.subjectId,
      payment.fingerprint,
      payment.amount,
      payment.description,
      payment.expiresAt,
    ],
  );
  return made!;
}

/**
 * Records a payment that was lost with the database, although its money has come. The shop owes the
 * money back, because the order or parcel that the payment paid is lost, too.
 */
export async function insertForgottenPayment(
  db: Transaction,
  payment: Pick<Payment, 'id' | 'userId' | 'amount' | 'description'> & {
    intentId: string;
  },
): Promise<Payment> {
  const [made] = await readPayments(
    db,
    `insert into payments (id, user_id, purpose, subject_id, fingerprint, amount, description, state, intent_id,
       expires_at, created_at, updated_at)
     values ($1, $2, 'top_up', $1, '', $3, $4, 'refund_due', $5, shop_now(), shop_now(), shop_now()) returning ${PAYMENT}`,
    [payment.id, payment.userId, payment.amount, payment.description, payment.intentId],
  );
  return made!;
}

/**
 * Finds the payment of an intent by the intent's id, or by the shop's payment id in the intent's
 * metadata. The metadata is needed while the shop does not know the intent's id yet.
 */
export async function findPaymentOfIntent(
  db: Database,
  intent: CardIntent,
): Promise<Payment | null> {
  const [payment] = await readPayments(
    db,
    `select ${PAYMENT} from payments where intent_id = $1 or (intent_id is null and id = $2)`,
    [intent.id, UUID_FORM.test(intent.paymentId ?? '') ? intent.paymentId : null],
  );
  return payment ?? null;
}

/** Finds a payment by its intent's id. */
export async function findPaymentByIntentId(
  db: Database,
  intentId: string,
): Promise<Payment | null> {
  const [payment] = await readPayments(db, `select ${PAYMENT} from payments where intent_id = $1`, [
    intentId,
  ]);
  return payment ?? null;
}

/** Finds a payment by its own id. */
export async function findPaymentById(db: Database, id: string): Promise<Payment | null> {
  const [payment] = await readPayments(db, `select ${PAYMENT} from payments where id = $1`, [id]);
  return payment ?? null;
}

/** Finds the payment for an order, a shipment or a top-up. */
export async function findPaymentOf(
  db: Database,
  purpose: PaymentPurpose,
  subjectId: string,
): Promise<Payment | null> {
  const [payment] = await readPayments(
    db,
    `select ${PAYMENT} from payments where purpose = $1 and subject_id = $2`,
    [purpose, subjectId],
  );
  return payment ?? null;
}

/** Locks a payment until the transaction ends. The caller must have locked the user's account. */
export async function lockPayment(db: Transaction, id: string): Promise<Payment> {
  const [payment] = await readPayments(
    db,
    `select ${PAYMENT} from payments where id = $1 for update`,
    [id],
  );
  return payment!;
}

/** Whether a bank has taken back money of a payment, for good or until the bank decides the dispute. */
export async function isChargedBack(db: Database, paymentId: string): Promise<boolean> {
  const rows = await statement(
    db,
    `select from disputes where payment_id = $1 and state in ('open', 'lost')`,
    [paymentId],
  );
  return rows.length > 0;
}

/** The disputes of a payment as recorded in the shop. */
export async function listKnownDisputes(
  db: Database,
  paymentId: string,
): Promise<{ provider_id: string; state: DisputeState }[]> {
  return statement(db, 'select provider_id, state from disputes where payment_id = $1', [
    paymentId,
  ]);
}

/** Lists a user's payments for the given purposes, if their money may still come. The oldest payment comes first. */
export async function listUndecidedPayments(
  db: Database,
  userId: string,
  purposes: readonly PaymentPurpose[],
): Promise<Payment[]> {
  return readPayments(
    db,
    `select ${PAYMENT} from payments where user_id = $1 and purpose = any ($2) and ${UNDECIDED} order by created_at, id`,
    [userId, purposes],
  );
}

/** Lists payments that expired before their money came. The payment that expired first comes first. */
export async function listExpiredPayments(db: Database, limit: number): Promise<Payment[]> {
  return readPayments(
    db,
    `select ${PAYMENT} from payments where ${UNDECIDED} and expires_at <= shop_now() order by expires_at, id limit $1`,
    [limit],
  );
}

/**
 * Lists payments that have been undecided for at least `minutes`, and payments with a due refund
 * that does not wait for a bank.
 */
export async function listPaymentsToReconcile(
  db: Database,
  minutes: number,
  limit: number,
): Promise<Payment[]> {
  return readPayments(
    db,
    `select ${PAYMENT} from payments
     where state in ('refund_due', 'succeeded', 'refunded')
         and exists (select from refunds f where f.payment_id = payments.id and (f.state = 'pending' or f.state = 'due'
           and not exists (select from disputes d where d.payment_id = payments.id and d.state = 'open')))
       or (state in ('open', 'processing') and created_at <= shop_now() - make_interval(mins => $1))
     order by updated_at, id limit $2`,
    [minutes, limit],
  );
}

/**
 * Stores what the provider says about a payment's card and risk. Does not change values that are
 * already known.
 */
export async function noteCardOfPayment(
  db: Transaction,
  id: string,
  { cardFingerprint, cardCountry, risk }: CardIntent,
): Promise<void> {
  await statement(
    db,
    `update payments set card_fingerprint = coalesce($2, card_fingerprint), card_country = coalesce($3, card_country),
       risk_level = coalesce($4, risk_level), risk_score = coalesce($5, risk_score)
     where id = $1`,
    [id, cardFingerprint, cardCountry, risk?.level ?? null, risk?.score ?? null],
  );
}

/** Moves a payment to another state. The database rejects steps that are not allowed. */
export async function updatePayment(
  db: Transaction,
  id: string,
  state: PaymentState,
  intentId: string | null,
): Promise<Payment> {
  const [payment] = await readPayments(
    db,
    `update payments set state = $2, intent_id = coalesce(intent_id, $3), updated_at = shop_now() where id = $1 returning ${PAYMENT}`,
    [id, state, intentId],
  );
  return payment!;
}

/** Sets a payment's expiry to `seconds` from now. */
export async function updatePaymentExpiry(
  db: Transaction,
  id: string,
  seconds: number,
): Promise<Payment> {
  const [payment] = await readPayments(
    db,
    `update payments set expires_at = shop_now() + make_interval(secs => $2) where id = $1 returning ${PAYMENT}`,
    [id, seconds],
  );
  return payment!;
}

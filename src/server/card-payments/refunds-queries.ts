import { randomUUID } from 'node:crypto';
import type { Cents } from '#domain/money.ts';
import { statement, type Transaction, type Database } from '../database/database.ts';

/** Records that money goes back, before the provider is asked. Returns the refund's id. */
export async function insertRefund(
  db: Transaction,
  paymentId: string,
  amount: Cents,
  reason: string,
): Promise<string> {
  const id = randomUUID();
  await statement(
    db,
    `insert into refunds (id, payment_id, amount, reason, created_at) values ($1, $2, $3, $4, shop_now())`,
    [id, paymentId, amount, reason],
  );
  return id;
}

export type Refund = { id: string; amount: Cents };

/** The refund of a payment whose money is due back. */
export async function findRefundDue(db: Database, paymentId: string): Promise<Refund | null> {
  const [row] = await statement<{ id: string; amount: Cents }>(
    db,
    `select id, amount from refunds where payment_id = $1 and paid_at is null`,
    [paymentId],
  );
  return row === undefined ? null : { id: row.id, amount: row.amount };
}

export type RefundRow = {
  id: string;
  user_id: string;
  subject_id: string;
  payment_id: string;
  amount: Cents;
  reason: string;
  created_at: Date;
  paid_at: Date | null;
};

const REFUND = `select f.id, y.user_id, y.subject_id, f.payment_id, f.amount, f.reason, f.created_at, f.paid_at
  from refunds f join payments y on y.id = f.payment_id`;

/** A refund, whosever it is. */
export async function findRefund(db: Database, id: string): Promise<RefundRow | null> {
  const [row] = await statement<RefundRow>(db, `${REFUND} where f.id = $1`, [id]);
  return row ?? null;
}

/** The one refund of a payment, paid or due. */
export async function findRefundOf(db: Database, paymentId: string): Promise<RefundRow | null> {
  const [row] = await statement<RefundRow>(db, `${REFUND} where f.payment_id = $1`, [paymentId]);
  return row ?? null;
}

export async function markRefundPaid(
  db: Transaction,
  id: string,
  providerId: string,
): Promise<void> {
  await statement(db, 'update refunds set provider_id = $2, paid_at = shop_now() where id = $1', [
    id,
    providerId,
  ]);
}

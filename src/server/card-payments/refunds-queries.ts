import { singleInWords, singlesInWords, type SingleName } from '#domain/single-words.ts';
import { randomUUID } from 'node:crypto';
import type { Cents } from '#domain/money.ts';
import type { BankOfPayment, RefundMethod, RefundState } from '#domain/refund.ts';
import type { PacksOfRefund } from '#domain/refund-words.ts';
import { statement, type Transaction, type Database } from '#engine/database.ts';
import type { CardRefund } from '../runtime/card-provider.ts';

/**
 * Records a refund before the provider is asked to pay it, and returns the refund's id.
 * `isByButton` is true if the buyer returned packs without an operator's approval.
 */
export async function insertRefund(
  db: Transaction,
  paymentId: string,
  amount: Cents,
  reason: string,
  isByButton = false,
): Promise<string> {
  const id = randomUUID();
  await statement(
    db,
    `insert into refunds (id, payment_id, amount, reason, is_by_button, created_at) values ($1, $2, $3, $4, $5, shop_now())`,
    [id, paymentId, amount, reason, isByButton],
  );
  return id;
}

/**
 * Records a refund that was made outside the shop. The provider has not reported its result yet.
 */
export async function insertRefundOfProvider(
  db: Transaction,
  paymentId: string,
  { id: providerId, amount, madeAt }: CardRefund,
  reason: string,
): Promise<string> {
  const id = randomUUID();
  await statement(
    db,
    `insert into refunds (id, payment_id, amount, reason, origin, state, provider_id, created_at)
     values ($1, $2, $3, $4, 'provider', 'pending', $5, $6)`,
    [id, paymentId, amount, reason, providerId, madeAt],
  );
  return id;
}

/**
 * Records a refund that replaces a refund that did not reach the card. The new refund is paid in
 * credits, by the bank, or by an operator in another way (`reference`).
 */
export async function insertRefundInPlace(
  db: Transaction,
  paymentId: string,
  made: {
    method: Exclude<RefundMethod, 'card'>;
    amount: Cents;
    reason: string;
    reference: string | null;
  },
): Promise<string> {
  const id = randomUUID();
  await statement(
    db,
    `insert into refunds (id, payment_id, amount, reason, method, reference, state, created_at, paid_at)
     values ($1, $2, $3, $4, $5, $6, 'paid', shop_now(), shop_now())`,
    [id, paymentId, made.amount, made.reason, made.method, made.reference],
  );
  return id;
}

export type RefundRow = {
  id: string;
  user_id: string;
  subject_id: string;
  payment_id: string;
  amount: Cents;
  reason: string;
  state: RefundState;
  origin: 'shop' | 'provider';
  method: RefundMethod;
  provider_id: string | null;
  /** The provider's last error. */
  problem: string | null;
  replaced_by: string | null;
  /** The way in which the replacement was or will be paid. */
  replaced_with: RefundMethod | null;
  created_at: Date;
  paid_at: Date | null;
  failed_at: Date | null;
};

const REFUND = `select f.id, y.user_id, y.subject_id, f.payment_id, f.amount, f.reason, f.state, f.origin, f.method,
    f.provider_id, f.problem, f.replaced_by, (select r.method from refunds r where r.id = f.replaced_by) as replaced_with,
    f.created_at, f.paid_at, f.failed_at
  from refunds f join payments y on y.id = f.payment_id`;

/** Finds a refund of any user. */
export async function findRefund(db: Database, id: string): Promise<RefundRow | null> {
  const [row] = await statement<RefundRow>(db, `${REFUND} where f.id = $1`, [id]);
  return row ?? null;
}

/**
 * Lists the refunds of a payment, oldest first. A caller that changes a refund must have locked the
 * payment.
 */
export async function listRefundsOf(db: Database, paymentId: string): Promise<RefundRow[]> {
  return statement<RefundRow>(db, `${REFUND} where f.payment_id = $1 order by f.created_at, f.id`, [
    paymentId,
  ]);
}

/**
 * Counts the returned packs of a refund. `resold` packs are sold again: loose packs, and packs of a
 * drop on sale that were returned with their ticket's secret. The public log shows the contents of
 * all others (`shown`). Returns null if the refund returned no packs.
 */
export async function countReturned(db: Database, refundId: string): Promise<PacksOfRefund | null> {
  const [row] = await statement<PacksOfRefund>(
    db,
    `select count(*) filter (where is_resold) as resold, count(*) filter (where not is_resold) as shown
     from (
       select t.ref is null or t.is_freed and d.state in ('open', 'paused') as is_resold
       from refunds f join payments p on p.id = f.payment_id and p.purpose = 'order'
         join pack_returns b on b.reservation_id = p.subject_id and b.returned_at = f.created_at
         join places l on l.pack_id = b.pack_id
         left join tickets t on t.place_id = l.id and t.given_back_at = b.returned_at
         left join drops d on d.id = t.drop_id
       where f.id = $1) returned`,
    [refundId],
  );
  return row!.resold + row!.shown === 0 ? null : row!;
}

/**
 * Describes the returned packs and singles of a partly refunded order, as "1 x Midnight Hunt". Returns
 * null if the whole order was refunded, or if the refund returned neither.
 */
export async function describeReturned(db: Database, refundId: string): Promise<string | null> {
  const [row] = await statement<{ text: string | null }>(
    db,
    `select string_agg(r.count || ' x ' || r.name, ', ' order by r.name) as text
     from (select p.subject_id, t.name, count(*) as count
       from refunds f join payments p on p.id = f.payment_id and p.purpose = 'order'
         join pack_returns b on b.reservation_id = p.subject_id and b.returned_at = f.created_at
         join physical_packs k on k.id = b.pack_id join pack_types t on t.id = k.pack_type_id
       where f.id = $1 group by p.subject_id, t.id) r
     having sum(r.count) < (select sum(quantity) from order_lines where order_id = min(r.subject_id::text)::uuid)
       or exists (select from order_singles where order_id = min(r.subject_id::text)::uuid)`,
    [refundId],
  );
  if (row !== undefined) return row.text;
  const singles = await statement<SingleName>(
    db,
    `select c.name, c.number, c.finish, h.condition
     from order_singles s join house_cards h on h.id = s.house_card_id join cards c on c.id = h.card_id
     where s.refund_id = $1 order by s.house_card_id`,
    [refundId],
  );
  return singles.length === 0 ? null : singlesInWords(singles.map(singleInWords)).join(', ');
}

/**
 * Finds the newest refund of a payment that no other refund replaced. Returns null if there is no
 * such refund.
 */
export async function findNewestRefundOf(
  db: Database,
  paymentId: string,
): Promise<RefundRow | null> {
  const refunds = await listRefundsOf(db, paymentId);
  return refunds.findLast((refund) => refund.replaced_by === null) ?? null;
}

const BANK_OF = (paymentId: string): string => `
  select case when bool_or(d.state = 'open') then 'open' when bool_or(d.state = 'lost') then 'lost' end as dispute,
    coalesce(sum(d.amount) filter (where d.state = 'lost'), 0)::bigint
      - (select coalesce(sum(amount), 0)::bigint from refunds where payment_id = ${paymentId} and method = 'bank') as paid,
    money_left_of_payment(${paymentId}) as "left"
  from disputes d where d.payment_id = ${paymentId}`;

/** Finds the state of a payment at its bank. The caller must have locked the payment. */
export async function findBankOf(db: Transaction, paymentId: string): Promise<BankOfPayment> {
  const [row] = await statement<BankOfPayment>(db, BANK_OF('$1'), [paymentId]);
  return row!;
}

type FailedRefundRow = BankOfPayment & {
  id: string;
  user_id: string;
  email: string;
  is_erased: boolean;
  order_id: string | null;
  amount: Cents;
  problem: string | null;
  failed_at: Date;
};

const FAILED_MAX = 100;

/** Lists failed refunds without a replacement, oldest first. */
export async function listFailedRefunds(db: Database): Promise<FailedRefundRow[]> {
  return statement<FailedRefundRow>(
    db,
    `select f.id, y.user_id, u.email, u.erased_at is not null as is_erased,
       case y.purpose when 'order' then y.subject_id end as order_id, f.amount, f.problem, f.failed_at,
       b.*
     from refunds f join payments y on y.id = f.payment_id join users u on u.id = y.user_id, lateral (${BANK_OF('y.id')}) b
     where f.state = 'failed' and f.replaced_by is null order by f.failed_at, f.id limit ${FAILED_MAX}`,
    [],
  );
}

/** The sum of a payment's refunds in cents, whether they are paid or not. */
export async function sumRefundsOf(db: Database, paymentId: string): Promise<Cents> {
  const [row] = await statement<{ total: Cents }>(
    db,
    `select coalesce(sum(amount), 0)::bigint as total from refunds
     where payment_id = $1 and replaced_by is null`,
    [paymentId],
  );
  return row!.total;
}

/**
 * The cents of a payment that the payer got back twice: from refunds, and from banks after
 * disputes. Of the undecided disputes only `disputeId` counts, because the shop is just losing it.
 */
export async function sumTwicePaid(
  db: Database,
  paymentId: string,
  disputeId: string | null,
): Promise<Cents> {
  const [row] = await statement<{ twice: Cents }>(
    db,
    `select greatest(0, least(r.paid, -(money_left_of_payment($1) + r.unpaid + d.undecided)))::bigint as twice
     from (
       select coalesce(sum(amount) filter (where state = 'paid'), 0) as paid,
         coalesce(sum(amount) filter (where state in ('due', 'pending')), 0) as unpaid
       from refunds where payment_id = $1 and method <> 'bank'
     ) r, (
       select coalesce(sum(amount), 0) as undecided from disputes
       where payment_id = $1 and state = 'open' and id is distinct from $2
     ) d`,
    [paymentId, disputeId],
  );
  return row!.twice;
}

/**
 * The debt in cents that lost disputes and refunds of a payment left to its user. It includes debts
 * that the user has paid.
 */
export async function sumDebtsOf(db: Database, paymentId: string): Promise<Cents> {
  const [row] = await statement<{ owed: Cents }>(
    db,
    `select ((select coalesce(sum(debt), 0) from disputes where payment_id = $1 and state = 'lost')
       + (select coalesce(sum(b.amount), 0) from refund_debts b join refunds f on f.id = b.refund_id
          where f.payment_id = $1))::bigint as owed`,
    [paymentId],
  );
  return row!.owed;
}

/** The debt that a refund leaves to its user. `account` bears the loss until the user pays the debt. */
export type RefundDebt = {
  refundId: string;
  account: 'house:losses' | 'house:dispute_losses';
  amount: Cents;
};

/**
 * Records the debt that a refund left to its user. Returns the reference for the debt's journal.
 */
export async function insertRefundDebt(
  db: Transaction,
  { refundId, account, amount }: RefundDebt,
): Promise<string> {
  const id = randomUUID();
  await statement(
    db,
    `insert into refund_debts (id, refund_id, account, amount, booked_at) values ($1, $2, $3, $4, shop_now())`,
    [id, refundId, account, amount],
  );
  return id;
}

/** Records the amounts that a refund took back, per account. */
export async function insertRefundParts(
  db: Transaction,
  refundId: string,
  parts: { account: string; amount: Cents }[],
): Promise<void> {
  await statement(
    db,
    `insert into refund_parts (refund_id, account, amount)
     select $1, account, amount from unnest($2::text[], $3::bigint[]) as p (account, amount)`,
    [refundId, parts.map((part) => part.account), parts.map((part) => part.amount)],
  );
}

/** The amounts that the refunds of a payment have taken back, in cents per account. */
export async function sumTakenBack(
  db: Database,
  payment: { id: string; subjectId: string },
): Promise<Map<string, Cents>> {
  const rows = await statement<{ account: string; taken: Cents }>(
    db,
    `select t.debit_account_id as account, sum(t.amount)::bigint as taken
     from journals j join transfers t on t.journal_id = j.id and t.credit_account_id = 'house:refunds'
     where (j.kind = 'take_back' and j.reference_id in (select id from refunds where payment_id = $1))
       or (j.kind = 'refund' and j.reference_id = $2)
     group by 1`,
    [payment.id, payment.subjectId],
  );
  return new Map(rows.map((row) => [row.account, row.taken]));
}

/** Stores the provider's report about a refund. The database rejects steps that are not allowed. */
export async function updateRefund(
  db: Transaction,
  id: string,
  {
    state,
    providerId,
    problem,
  }: { state: RefundState; providerId: string; problem: string | null },
): Promise<void> {
  await statement(
    db,
    `update refunds set state = $2, provider_id = $3, problem = $4,
       paid_at = case when $2 = 'paid' then shop_now() else paid_at end,
       failed_at = case when $2 = 'failed' then shop_now() end
     where id = $1`,
    [id, state, providerId, problem],
  );
}

/** Marks a refund as failed. Either the provider refused it, or another refund replaces it. */
export async function failRefund(db: Transaction, id: string, problem: string): Promise<void> {
  await statement(
    db,
    `update refunds set state = 'failed', problem = $2, failed_at = shop_now() where id = $1`,
    [id, problem],
  );
}

/** Stores why a refund is not paid yet. The shop will request the refund again. */
export async function noteRefundProblem(
  db: Transaction,
  id: string,
  problem: string,
): Promise<void> {
  await statement(db, `update refunds set problem = $2 where id = $1 and state = 'due'`, [
    id,
    problem,
  ]);
}

/** Marks the due refunds of a payment as waiting for its bank. */
export async function noteRefundsWait(db: Transaction, paymentId: string): Promise<void> {
  await statement(
    db,
    `update refunds set problem = 'It waits until the bank has decided about the dispute' where payment_id = $1 and state = 'due'`,
    [paymentId],
  );
}

/** Links a failed refund to the refund that replaces it. */
export async function replaceRefund(
  db: Transaction,
  id: string,
  replacementId: string,
): Promise<void> {
  await statement(db, 'update refunds set replaced_by = $2 where id = $1', [id, replacementId]);
}

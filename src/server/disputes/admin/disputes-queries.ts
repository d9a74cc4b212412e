// Reads the operators' view of disputes, and the shop's evidence in a dispute.
import type { CardStatus, LockReason } from '#domain/card.ts';
import type { Pause } from '#domain/dispute.ts';
import type { DisputeState } from '#domain/dispute-state.ts';
import type { Cents } from '#domain/money.ts';
import type { PaymentPurpose } from '#domain/payment.ts';
import { statement, type Database } from '#engine/database.ts';
import { narrow } from '../../database/narrow.ts';

export type DisputeSummaryRow = {
  id: string;
  state: DisputeState;
  user_id: string;
  email: string;
  purpose: PaymentPurpose;
  description: string;
  amount: Cents;
  reason: string;
  evidence_due_at: Date | null;
  raised_at: Date;
  decided_at: Date | null;
};

const SUMMARY = `d.id, d.state, d.user_id, u.email, y.purpose, y.description, d.amount, d.reason, d.evidence_due_at,
  d.raised_at, d.decided_at`;

const FROM = `from disputes d join users u on u.id = d.user_id join payments y on y.id = d.payment_id`;

/** Lists a page of all disputes, newest first, and the number of disputes in each state. */
export async function listDisputeRows(
  db: Database,
  state: DisputeState | null,
  limit: number,
  offset: number,
): Promise<{ rows: DisputeSummaryRow[]; counts: { state: DisputeState; count: number }[] }> {
  const { where, values } = narrow([{ sql: 'd.state = $?', value: state }]);
  const [rows, counts] = await Promise.all([
    statement<DisputeSummaryRow>(
      db,
      `select ${SUMMARY} ${FROM} where ${where}
       order by d.raised_at desc, d.id limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ),
    statement<{ state: DisputeState; count: number }>(
      db,
      'select state, count(*) as count from disputes group by state',
      [],
    ),
  ]);
  return { rows, counts };
}

export type DisputeDetailRow = DisputeSummaryRow & {
  provider_id: string;
  provider_status: string;
  fee: Cents;
  fee_returned: Cents;
  debt: Cents;
  opened_at: Date | null;
  pause_lifted_at: Date | null;
  account_pause: Pause | null;
  account_debt: Cents;
  payment_id: string;
  intent_id: string;
  payment_amount: Cents;
  paid_at: Date;
  subject_id: string;
  account_created_at: Date;
  email_verified_at: Date | null;
  full_name: string | null;
  address: string | null;
  other_payments: number;
};

/** Finds a dispute with its payment and its user's account. */
export async function findDisputeDetail(
  db: Database,
  id: string,
): Promise<DisputeDetailRow | null> {
  const [row] = await statement<DisputeDetailRow>(
    db,
    `select ${SUMMARY}, d.provider_id, d.provider_status, fees.*, d.debt, d.opened_at,
       d.pause_lifted_at, account_pause(d.user_id) as account_pause,
       coalesce((select balance from ledger_accounts where debtor_id = d.user_id), 0)::bigint as account_debt,
       d.payment_id, y.intent_id, y.amount as payment_amount, y.created_at as paid_at, y.subject_id,
       u.created_at as account_created_at, u.email_verified_at, u.full_name,
       nullif(concat_ws(', ', u.address_line_1, u.city, u.state, u.zip_code, u.country), '') as address,
       (select count(*)::int from payments o where o.user_id = d.user_id and o.state = 'succeeded'
          and not exists (select from disputes x where x.payment_id = o.id)) as other_payments
     ${FROM}, lateral (
       select coalesce(sum(amount) filter (where kind = 'dispute_fee'), 0)::bigint as fee,
         coalesce(sum(amount) filter (where kind = 'dispute_fee_returned'), 0)::bigint as fee_returned
       from dispute_fees where dispute_id = d.id
     ) fees where d.id = $1`,
    [id],
  );
  return row ?? null;
}

export type DisputedPackRow = {
  id: string;
  name: string;
  /**
   * The serial, or null while the pack is sealed. A person who knows the contents behind a serial must not learn who
   * has the pack.
   */
  serial: string | null;
  opened_at: Date | null;
  cards: {
    id: string;
    name: string;
    status: CardStatus;
    lockReason: LockReason | null;
    marketValue: Cents;
  }[];
};

/** The packs of an order, with the contents of the opened ones. */
export async function listDisputedPacks(db: Database, orderId: string): Promise<DisputedPackRow[]> {
  return statement<DisputedPackRow>(
    db,
    `select p.id, t.name, case when o.opened_at is not null then w.serial end as serial, o.opened_at, coalesce((
       select json_agg(json_build_object('id', k.id, 'name', c.name, 'status', k.status,
         'lockReason', k.lock_reason, 'marketValue', c.market_value) order by k.position)
       from physical_cards k join cards c on c.id = k.card_id
       where k.pack_id = p.pack_id and k.bought_as_id is null
     ), '[]') as cards
     from places p join physical_packs w on w.id = p.pack_id join pack_types t on t.id = p.pack_type_id
     left join openings o on o.pack_id = p.pack_id
     where p.reservation_id = $1
     union all
     -- Returned packs, which are back on sale.
     select p.id, t.name, null, null, '[]'
     from pack_returns r join physical_packs p on p.id = r.pack_id join pack_types t on t.id = p.pack_type_id
     where r.reservation_id = $1
     order by 4 nulls last, 3, 1`,
    [orderId],
  );
}

export type SignInRow = { at: Date; last_used_at: Date; ip: string; user_agent: string };

/** The newest sign-ins of a user. */
export async function listSignIns(
  db: Database,
  userId: string,
  limit: number,
): Promise<SignInRow[]> {
  return statement<SignInRow>(
    db,
    `select created_at as at, rotated_at as last_used_at, ip, user_agent from sessions
     where user_id = $1 order by created_at desc, id limit $2`,
    [userId, limit],
  );
}

export type ParcelRow = {
  id: string;
  status: string;
  address: Record<string, string | null> | null;
  carrier: string | null;
  tracking_number: string | null;
  requested_at: Date | null;
  shipped_at: Date | null;
  delivered_at: Date | null;
};

/** Lists the parcels that contain cards of an order, or the parcel for which a payment was made. */
export async function listDisputedParcels(db: Database, subjectId: string): Promise<ParcelRow[]> {
  return statement<ParcelRow>(
    db,
    `select s.id, s.state as status, s.address, s.carrier, s.tracking_number, s.requested_at, s.shipped_at,
       s.delivered_at
     from shipments s
     where s.requested_at is not null and (s.id = $1 or s.id in (
       select c.shipment_id from cards_of_order($1) k (id) join shipment_cards c on c.card_id = k.id))
     order by s.requested_at, s.id`,
    [subjectId],
  );
}

export type EntryRow = { at: Date; action: string; subject: string };

/** Operators' actions on the account, the order or the parcels of a dispute, newest first. */
export async function listEntriesAbout(
  db: Database,
  subjectIds: string[],
  limit: number,
): Promise<EntryRow[]> {
  return statement<EntryRow>(
    db,
    `select at, action, subject_kind || ' ' || subject_id as subject from audit_log
     where subject_id = any ($1::text[]) order by id desc limit $2`,
    [subjectIds, limit],
  );
}

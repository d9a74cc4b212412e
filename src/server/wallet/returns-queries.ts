// Queries of the data that decides about the return of an order's sealed packs (docs/product.md
// §6), and of the buyers' requests to operators.
import type { Cents } from '#domain/money.ts';
import {
  RETURN_MINUTES,
  RETURNS_DAYS,
  type RequestState,
  type ReturnCase,
} from '#domain/returns.ts';
import { statement, type Database, type Transaction } from '#engine/database.ts';

type CaseRow = {
  now: Date;
  paid_at: Date;
  is_from_before: boolean;
  withdrawal_days: number;
  is_excluded: boolean;
  is_opened_since: boolean;
  returned: number;
  request: RequestState | null;
  decided_at: Date | null;
  is_opened_since_request: boolean;
};

/** The pack types of which an order `o` has sealed packs. */
const SEALED_TYPES = `select pack_type_id from places where reservation_id = o.id and state = 'sold'`;

/**
 * Finds the data that decides about the return of a paid order. An hour after the payment, openings
 * by others play no role any more, and the query does not search them.
 */
export async function findReturnCase(db: Database, orderId: string): Promise<ReturnCase> {
  const [row] = await statement<CaseRow>(
    db,
    `select shop_now() as now, o.paid_at, not o.has_return_limits as is_from_before, o.withdrawal_days, is_excluded(o.user_id) as is_excluded,
       o.has_return_limits and o.paid_at > shop_now() - make_interval(mins => ${RETURN_MINUTES}) and exists (
         select from openings n join places p on p.pack_id = n.pack_id
         where n.opened_at > o.paid_at and p.pack_type_id in (${SEALED_TYPES})
       ) as is_opened_since,
       case when o.has_return_limits then (
         select count(distinct y.subject_id)::int from refunds f join payments y on y.id = f.payment_id
         where f.is_by_button and f.created_at > shop_now() - make_interval(days => ${RETURNS_DAYS}) and y.subject_id <> o.id
           and y.user_id in (select id from accounts_of_buyer(o.user_id))
       ) else 0 end as returned,
       r.state as request, r.decided_at,
       r.state is not null and exists (
         select from accounts_of_buyer(o.user_id) a join openings n on n.user_id = a.id and n.opened_at > r.decided_at
         join places p on p.pack_id = n.pack_id
         where p.pack_type_id in (${SEALED_TYPES})
       ) as is_opened_since_request
     from orders o left join return_requests r on r.order_id = o.id where o.id = $1`,
    [orderId],
  );
  const { request, decided_at: decidedAt, is_opened_since_request: isOpenedSince } = row!;
  return {
    nowMs: row!.now.getTime(),
    paidAtMs: row!.paid_at.getTime(),
    isFromBefore: row!.is_from_before,
    withdrawalDays: row!.withdrawal_days,
    isExcluded: row!.is_excluded,
    isOpenedSince: row!.is_opened_since,
    returned: row!.returned,
    request: request && {
      state: request,
      decidedAtMs: decidedAt && decidedAt.getTime(),
      isOpenedSince,
    },
  };
}

/**
 * Makes all returns by button wait for each other. The lock on the account is not enough, because
 * the buyer's other accounts count as well.
 */
export async function lockReturns(db: Transaction): Promise<void> {
  await statement(db, `select pg_advisory_xact_lock(hashtext('returns by button'))`, []);
}

export type ReturnRequestRow = {
  state: RequestState;
  reason: string;
  asked_at: Date;
  decided_at: Date | null;
};

export async function findReturnRequest(
  db: Database,
  orderId: string,
): Promise<ReturnRequestRow | null> {
  const [row] = await statement<ReturnRequestRow>(
    db,
    'select state, reason, asked_at, decided_at from return_requests where order_id = $1',
    [orderId],
  );
  return row ?? null;
}

export async function insertReturnRequest(
  db: Transaction,
  orderId: string,
  reason: string,
): Promise<void> {
  await statement(
    db,
    'insert into return_requests (order_id, reason, asked_at) values ($1, $2, shop_now())',
    [orderId, reason],
  );
}

/** Records the decision about a waiting request. Returns false if no request waits. */
export async function decideReturnRequest(
  db: Transaction,
  orderId: string,
  state: Exclude<RequestState, 'asked'>,
): Promise<boolean> {
  const rows = await statement(
    db,
    `update return_requests set state = $2, decided_at = shop_now() where order_id = $1 and state = 'asked' returning order_id`,
    [orderId, state],
  );
  return rows.length > 0;
}

type OpenedSinceRow = {
  pack_type_id: string;
  /**
   * `by_buyer` is the number of packs of the type that the buyer's accounts have opened since the
   * order was paid. `best_of_buyer` is the market value of the best card in these packs.
   */
  by_buyer: number;
  best_of_buyer: Cents | null;
  by_all: number;
  best_of_all: Cents | null;
};

/**
 * Maximum number of openings that the query searches, oldest first. Even a busy shop needs days to
 * have this many.
 */
const SCANNED_MOST = 20_000;

/**
 * Lists the packs of an order's types that were opened after the payment. The operator who decides
 * about the return sees them.
 */
export async function listOpenedSince(db: Database, orderId: string): Promise<OpenedSinceRow[]> {
  return statement<OpenedSinceRow>(
    db,
    `select l.pack_type_id, count(s.pack_id) filter (where s.is_buyers)::int as by_buyer,
       max(s.best) filter (where s.is_buyers) as best_of_buyer, count(s.pack_id)::int as by_all, max(s.best) as best_of_all
     from orders o join order_lines l on l.order_id = o.id
     left join lateral (
       select n.pack_id, n.user_id in (select id from accounts_of_buyer(o.user_id)) as is_buyers, (
         select max(k.market_value) from physical_cards c join cards k on k.id = c.card_id where c.pack_id = n.pack_id and c.bought_as_id is null
       ) as best
       from (select pack_id, user_id from openings where opened_at > o.paid_at order by opened_at limit ${SCANNED_MOST}) n
       join places p on p.pack_id = n.pack_id and p.pack_type_id = l.pack_type_id
     ) s on true
     where o.id = $1 group by l.pack_type_id order by l.pack_type_id`,
    [orderId],
  );
}

/**
 * Finds the provider's fee for the charge of a payment. Returns null if the provider's records have
 * not been compared yet.
 */
export async function findProviderFee(db: Database, intentId: string): Promise<Cents | null> {
  const [row] = await statement<{ fee: Cents | null }>(
    db,
    `select sum(fee)::bigint as fee from provider_movements where intent_id = $1 and category = 'charge'`,
    [intentId],
  );
  return row!.fee;
}

/** Counts the accounts that count as the buyer of an order. The order's own account is included. */
export async function countAccountsOfBuyer(db: Database, orderId: string): Promise<number> {
  const [row] = await statement<{ accounts: number }>(
    db,
    'select (select count(*)::int from accounts_of_buyer(o.user_id)) as accounts from orders o where o.id = $1',
    [orderId],
  );
  return row!.accounts;
}

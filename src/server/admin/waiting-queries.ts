// Counts what waits for operators. Each count reads an index of what is still open, and ends at COUNTED_MOST.
import { COUNTED_MOST } from '#contract/paging.ts';
import type { Cents } from '#domain/money.ts';
import { LATE_PARCEL_DAYS, type WaitingKind } from '#domain/waiting.ts';
import { statement, type Database } from '#engine/database.ts';

export type WaitingRow = {
  kind: WaitingKind;
  count: number;
  amount: Cents | null;
  /**
   * The time since which the oldest waits. Of disputes, the earliest day by which the bank wants an
   * answer.
   */
  at: Date | null;
  late: number;
};

/** The kinds that a single query counts. Each has columns `amount`, `at` and `is_late`, oldest first. */
const OPEN: Partial<Record<WaitingKind, string>> = {
  parcels_to_pack: parcelsIn('requested'),
  parcels_to_send: parcelsIn('packed'),
  // The time of the oldest is not looked up, because more singles can wait than are counted.
  singles_to_take: `
    select null::bigint as amount, null::timestamptz as at, false as is_late from house_cards where state = 'came_back'`,
  parcel_questions: `
    select null::bigint as amount, q.at, false as is_late from (
      select held_at as at from parcel_holds where released_at is null
      union all
      select found_at from place_questions where closed_at is null
    ) q`,
  disputes: `
    select amount, evidence_due_at as at, evidence_due_at < shop_now() as is_late from disputes
    where state in ('inquiry', 'open') order by evidence_due_at`,
  failed_refunds: `
    select amount, failed_at as at, false as is_late from refunds where state = 'failed' and replaced_by is null order by created_at`,
  money_questions: `
    select amount, found_at as at, false as is_late from money_questions where closed_at is null order by found_at`,
  returns_asked: `
    select null::bigint as amount, asked_at as at, false as is_late from return_requests where state = 'asked' order by asked_at`,
  credits_asked_back: `
    select null::bigint as amount, asked_at as at, false as is_late from credit_returns where state = 'asked'`,
  unconfirmed_payments: `
    select amount, created_at as at, false as is_late from payments
    where state in ('creating', 'open', 'processing', 'refund_due') order by expires_at`,
  refunds_on_their_way: `
    select amount, created_at as at, false as is_late from refunds where state in ('due', 'pending') order by created_at`,
  drafts: `
    select null::bigint as amount, created_at as at, false as is_late from drops where state = 'draft'`,
  jumped_prices: `
    select null::bigint as amount, observed_on::timestamp at time zone 'UTC' as at, false as is_late from held_prices
    where state = 'waiting' order by observed_on`,
  failed_mails: `
    select null::bigint as amount, created_at as at, false as is_late from mails
    where state = 'failed' and created_at > shop_now() - interval '7 days' order by created_at`,
};

function parcelsIn(state: 'requested' | 'packed'): string {
  return `
    select null::bigint as amount, requested_at as at, requested_at < shop_now() - interval '${LATE_PARCEL_DAYS} days' as is_late
    from shipments where state = '${state}' and goes_with_id is null order by requested_at`;
}

/** Counts those of `kinds` that wait. A kind of which nothing waits has no row. */
export async function listWaiting(
  db: Database,
  kinds: readonly WaitingKind[],
): Promise<WaitingRow[]> {
  const parts = kinds.flatMap((kind) => {
    const open = OPEN[kind];
    if (open === undefined) return [];
    return `select '${kind}' as kind, count(*)::int as count, sum(amount)::bigint as amount, min(at) as at,
      count(*) filter (where is_late)::int as late from (${open} limit ${COUNTED_MOST}) o having count(*) > 0`;
  });
  return statement<WaitingRow>(db, parts.join(' union all '), []);
}

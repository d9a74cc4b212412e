// What only the sandbox can promise: with Stripe, what cards really paid is known over there.

// Money is delivered or given back within this time of its coming.
const SETTLE_GRACE = '60 seconds';

/** As the audit's own: name of a promise -> a query that returns a row for each violation of it. */
export const SANDBOX_INVARIANTS: Record<string, string> = {
  succeeded_intent_is_delivered_or_refunded: `
    select s.id from sandbox.objects s
    left join payments y on y.intent_id = s.id and y.state in ('succeeded', 'refunded')
    where s.kind = 'payment_intent' and s.body->>'status' = 'succeeded' and y.id is null
      and not exists (select from sandbox.objects f where f.kind = 'refund' and f.body->>'payment_intent' = s.id)
      and exists (select from sandbox.events e where e.body->>'type' = 'payment_intent.succeeded'
        and e.body->'data'->'object'->>'id' = s.id and e.created_at < now() - interval '${SETTLE_GRACE}')`,
  dispute_clearing_is_what_banks_moved: `
    select s.id from sandbox.objects s
    left join disputes d on d.provider_id = s.id
    left join lateral (
      select coalesce(sum((b->>'net')::bigint), 0) as amount from jsonb_array_elements(s.body->'balance_transactions') b
    ) moved on true
    left join lateral (
      select coalesce(sum(case when t.debit_account_id = 'house:card_clearing' then t.amount else -t.amount end), 0) as amount
      from journals j join transfers t on t.journal_id = j.id
      where j.reference_id = d.id and 'house:card_clearing' in (t.debit_account_id, t.credit_account_id)
    ) recorded on true
    where s.kind = 'dispute' and recorded.amount <> moved.amount
      and exists (select from sandbox.events e where e.body->'data'->'object'->>'id' = s.id)
      and not exists (select from sandbox.events e where e.body->'data'->'object'->>'id' = s.id
        and e.created_at >= now() - interval '${SETTLE_GRACE}')`,
  card_clearing_is_what_cards_paid: `
    select y.id from payments y
    join sandbox.objects s on s.id = y.intent_id
    left join lateral (
      select coalesce(sum((r.body->>'amount')::bigint), 0) as amount from sandbox.objects r
      where r.kind = 'refund' and r.body->>'payment_intent' = s.id and r.body->>'status' = 'succeeded'
    ) back on true
    left join lateral (
      select coalesce(sum(case when t.debit_account_id = 'house:card_clearing' then t.amount else -t.amount end), 0) as amount
      from journals j join transfers t on t.journal_id = j.id
      where (j.reference_id in (y.subject_id, y.id) or j.reference_id in (select id from refunds where payment_id = y.id))
        and 'house:card_clearing' in (t.debit_account_id, t.credit_account_id)
    ) recorded on true
    where y.state in ('succeeded', 'refunded', 'canceled', 'failed')
      and recorded.amount <> (s.body->>'amount_received')::bigint - back.amount`,
};

-- Sums a person's card payments for packs and credits in the last 24 hours, 7 days and 30 days, and counts the packs
-- opened in the last 24 hours. A payment counts from the time when it began, less its refunds and lost disputes.
-- Cancelled and failed payments don't count, except `p_payment`. A refund by the bank (`bank`) counts as part of a lost
-- dispute. If both a refund and a dispute paid the money back, their sum may exceed the payment.
create or replace function spent_within(
  p_user uuid, p_payment uuid default null::uuid, out day bigint, out week bigint, out month bigint, out packs bigint)
returns record
language sql
stable
set search_path to 'public', 'pg_temp'
as $$
  select coalesce(sum(y.net) filter (where y.created_at > shop_now() - interval '24 hours'), 0)::bigint,
    coalesce(sum(y.net) filter (where y.created_at > shop_now() - interval '7 days'), 0)::bigint,
    coalesce(sum(y.net), 0)::bigint,
    (select count(*) from openings where user_id = p_user and opened_at > shop_now() - interval '24 hours')
  from (
    select p.created_at, greatest(0, p.amount
      - coalesce((select sum(f.amount) from refunds f where f.payment_id = p.id and f.state <> 'failed' and f.method <> 'bank'), 0)
      - coalesce((select sum(d.amount) from disputes d where d.payment_id = p.id and d.state = 'lost'), 0)) as net
    from payments p
    where p.user_id = p_user and p.purpose in ('order', 'top_up') and p.created_at > shop_now() - interval '30 days'
      and (p.state not in ('canceled', 'failed') or p.id = p_payment)
  ) y
$$;
comment on function spent_within(uuid,uuid) is 'Sums a person''s card payments for packs and credits in the last 24 hours, 7 days and 30 days, and counts the packs opened in the last 24 hours.';
revoke execute on function spent_within(uuid,uuid) from public;
grant execute on function spent_within(uuid,uuid) to felt_and_foil_app;

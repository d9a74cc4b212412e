-- What a person's card payments for packs and credits cost in the last 24 hours, 7 days and 30 days, and how many packs they
-- opened in the last 24 hours. A payment counts from its beginning, less what was refunded of it. An ended payment does not
-- count, but for `p_payment`.
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
    select p.created_at, p.amount
      - coalesce((select sum(f.amount) from refunds f where f.payment_id = p.id and f.state <> 'failed'), 0) as net
    from payments p
    where p.user_id = p_user and p.purpose in ('order', 'top_up') and p.created_at > shop_now() - interval '30 days'
      and (p.state not in ('canceled', 'failed') or p.id = p_payment)
  ) y
$$;
comment on function spent_within(uuid,uuid) is 'What a person spent by card on packs and credits in 24 hours, 7 and 30 days, and the packs that they opened in 24 hours.';
revoke execute on function spent_within(uuid,uuid) from public;
grant execute on function spent_within(uuid,uuid) to felt_and_foil_app;

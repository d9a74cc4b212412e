-- A payment must stay within the buyer's own limits, when it begins and when it is delivered.
-- These limits are checked like in `checkMoneyLimits` (domain/own-limits.ts). The lock on the account makes the
-- payments of one buyer wait for each other.
create or replace function check_own_money_limits()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
begin
  if not exists (select from own_limits where user_id = new.user_id and kind <> 'packs' and amount is not null) then
    return null;
  end if;
  perform lock_account(new.user_id);
  if exists (
    select from own_limits l cross join spent_within(new.user_id, new.id) s
    where l.user_id = new.user_id
      and l.amount < case l.kind when 'day' then s.day when 'week' then s.week when 'month' then s.month end
  ) then
    raise exception 'Payment % is above a limit of its person', new.id
      using errcode = 'check_violation', constraint = 'payments_within_own_limits';
  end if;
  return null;
end
$$;
comment on function check_own_money_limits() is 'A payment must stay within the buyer''s own limits, when it begins and when it is delivered.';
revoke execute on function check_own_money_limits() from public;

create or replace trigger payments_begin_within_own_limits after insert on payments
for each row when (new.purpose <> 'shipment' and new.state <> 'refund_due') execute function check_own_money_limits();
create or replace trigger payments_end_within_own_limits after update of state on payments
for each row when (new.purpose <> 'shipment' and new.state = 'succeeded' and old.state <> 'succeeded')
execute function check_own_money_limits();

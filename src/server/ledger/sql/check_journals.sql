-- Checks that a journal's kind is known, that the journal's user exists, and that a paused account does not buy, sell or ship
-- (choice 572).
create or replace function check_journals()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  refused record;
begin
  select p.kind, p.user_id,
    not exists (select from permitted_transfers t where t.kind = p.kind) as is_unknown,
    p.user_id is not null and not exists (select from ledger_accounts a where a.owner_id = p.user_id)
      or p.posted_with is not null and not exists (select from journals j where j.id = p.posted_with) as refers_to_nothing
  into refused
  from (
    select distinct kind, user_id, posted_with, case when kind in ('pack_purchase', 'shipping_fee') then reference_id end as payment
    from posted
  ) p
  where not exists (select from permitted_transfers t where t.kind = p.kind)
    or p.user_id is not null and not exists (select from ledger_accounts a where a.owner_id = p.user_id)
    or p.posted_with is not null and not exists (select from journals j where j.id = p.posted_with)
    or p.kind in ('pack_purchase', 'shipping_fee', 'card_sale') and account_pause(p.user_id) is not null
      -- A paused account may still receive money for a purchase that can't be delivered. That money is booked under its
      -- payment, and is then refunded.
      and (p.payment is null or not exists (select from payments where id = p.payment))
  limit 1;
  if not found then
    return null;
  end if;
  if refused.is_unknown then
    raise exception 'There are no journals of kind %', refused.kind
      using errcode = 'check_violation', constraint = 'permitted_transfers';
  end if;
  if refused.refers_to_nothing then
    raise exception 'A journal has its user, and the first of those it was posted with: in place of foreign keys'
      using errcode = 'foreign_key_violation', constraint = 'journals_refer_to_what_is_there';
  end if;
  raise exception 'The account of % is paused', refused.user_id
    using errcode = 'restrict_violation', constraint = 'paused_account_spends_nothing';
end
$$;
revoke execute on function check_journals() from public;

create or replace trigger journals_check after insert on journals referencing new table as posted
for each statement execute function check_journals();

-- Refuses card payments of a production shop that is not open yet (`domain/leave-to-open.ts`).
-- Payments that are only recovered, because their money has come, are no new ones. Processes of 1.1.0 answer class 57 with 503.
create or replace function refuse_cards_before_opening()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (select from shop_opening where line = 'asked')
    and not exists (select from shop_opening where line = 'open') then
    raise exception 'The shop is not open: it charges no cards' using errcode = 'operator_intervention', constraint = 'cards_wait_for_the_opening';
  end if;
  return new;
end
$$;
comment on function refuse_cards_before_opening() is 'Refuses card payments of a shop that is not open yet.';
revoke execute on function refuse_cards_before_opening() from public;

create or replace trigger payments_wait_for_the_opening before insert on payments
for each row when (new.state = 'creating') execute function refuse_cards_before_opening();

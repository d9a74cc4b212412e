-- Refuses card payments while a production shop is not open yet (`domain/leave-to-open.ts`).
-- Recovered payments are exempt, because their money has already arrived. The error has class 57, because processes of
-- 1.1.0 respond to this class with 503.
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
comment on function refuse_cards_before_opening() is 'Refuses card payments while a production shop is not open yet.';
revoke execute on function refuse_cards_before_opening() from public;

create or replace trigger payments_wait_for_the_opening before insert on payments
for each row when (new.state = 'creating') execute function refuse_cards_before_opening();

-- A card becomes lost only with a row in `card_losses`, and its owner gets the row's amount (`domain/loss.ts`).
create or replace function check_card_loss()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if not exists (
    select from card_losses l
    where l.card_id = new.id and l.user_id = new.opened_by_id and l.amount = new.exit_price
  ) then
    raise exception 'Card % is lost without a booked loss', new.id
      using errcode = 'restrict_violation', constraint = 'lost_card_has_its_loss';
  end if;
  return new;
end
$$;
comment on function check_card_loss() is 'A card becomes lost only with a row in `card_losses`, and its owner gets the row''s amount.';
revoke execute on function check_card_loss() from public;

create or replace trigger physical_cards_lost_with_loss before update on physical_cards
for each row when (new.status = 'lost' and old.status <> 'lost') execute function check_card_loss();

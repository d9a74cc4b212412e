-- Checks that a shipment holds only cards of its owner, and that its rows keep their cards.
create or replace function check_shipment_card()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from shipments s join physical_cards c on c.opened_by_id = s.user_id
      where s.id = new.shipment_id and c.id = new.card_id
    ) then
      raise exception 'A shipment holds cards of its owner' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.shipment_id, new.card_id) is distinct from (old.shipment_id, old.card_id) then
    raise exception 'What a shipment holds never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
revoke execute on function check_shipment_card() from public;

create or replace trigger shipment_cards_check before insert or update on shipment_cards
for each row execute function check_shipment_card();

-- A shipment has only cards of its owner. A row never changes its shipment or its card. A card may be picked only while
-- its parcel waits.
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
  if new.picked_at is distinct from old.picked_at and not (
    new.is_live and exists (select from shipments where id = new.shipment_id and state = 'requested')
  ) then
    raise exception 'A card is picked while its parcel waits'
      using errcode = 'restrict_violation', constraint = 'picked_for_waiting_parcel';
  end if;
  return new;
end
$$;
revoke execute on function check_shipment_card() from public;

create or replace trigger shipment_cards_check before insert or update on shipment_cards
for each row execute function check_shipment_card();

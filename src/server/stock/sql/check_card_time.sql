-- A card leaves its owner after thirty days at the latest. Only an operator and `extend_card_times` (which acts as the
-- owner of the database) may extend this time. Cards that return to the shop have no deadline, so the check ends early
-- for them. Otherwise it would be a third of the cost of marking ten cards as sold (choice 401).
create or replace function check_card_time()
returns trigger
language plpgsql
as $$
declare
  latest timestamptz;
begin
  if new.auto_convert_at is null and new.status in ('sold', 'converted', 'reclaimed', 'lost') then
    return new;
  end if;
  latest := case
    when old.status = 'shipped' and (new.status = 'available' or new.lock_reason = 'dispute')
      then old.auto_convert_at + (shop_now() - old.shipped_at)
    when new.status <> 'available' then null
    when old.lock_reason in ('expired', 'refund') then shop_now() + interval '30 days'
    when old.lock_reason = 'dispute' then old.auto_convert_at + (shop_now() - coalesce(
      (select max(locked_at) from dispute_cards where card_id = new.id),
      -- A card that came back from a parcel during the dispute is missing in `dispute_cards`.
      (select min(d.opened_at) from places l
       join payments y on y.purpose = 'order' and y.subject_id = l.reservation_id
       join disputes d on d.payment_id = y.id
       where l.pack_id = new.pack_id)))
  end;
  -- If the card came back during its owner's break, the rest of the break also extends the card's deadline.
  if new.auto_convert_at <= latest or new.auto_convert_at <= latest + time_standing_still(new.opened_by_id) or acts_as_owner() then
    return new;
  end if;
  raise exception 'Card % keeps its thirty days', new.id using errcode = 'restrict_violation';
end
$$;

create or replace trigger physical_cards_keep_time before update on physical_cards
for each row when (new.auto_convert_at is distinct from old.auto_convert_at) execute function check_card_time();

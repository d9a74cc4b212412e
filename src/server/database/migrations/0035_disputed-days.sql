-- As before, and the days for which a dispute had locked a card come on top as well.
create or replace function check_card_time() returns trigger
language plpgsql
as $$
declare
  latest timestamptz := case
    when old.status = 'sealed' then new.opened_at + interval '30 days'
    when old.status = 'shipped' and (new.status = 'available' or new.lock_reason = 'dispute')
      then old.auto_convert_at + (shop_now() - old.shipped_at)
    when new.status <> 'available' then null
    when old.lock_reason = 'expired' then shop_now() + interval '30 days'
    when old.lock_reason = 'dispute' then old.auto_convert_at + (shop_now() - coalesce(
      (select max(locked_at) from dispute_cards where card_id = new.id),
      -- It came back from a parcel meanwhile.
      (select min(d.opened_at) from physical_packs p
       join payments y on y.purpose = 'order' and y.subject_id = p.reservation_id
       join disputes d on d.payment_id = y.id
       where p.id = new.pack_id)))
  end;
begin
  if new.auto_convert_at <= latest
    or (new.auto_convert_at is null and new.status in ('sold', 'converted', 'reclaimed'))
    -- Packs are opened in the name of the owner.
    or (old.status <> 'sealed' and acts_as_owner()) then
    return new;
  end if;
  raise exception 'Card % keeps its thirty days', new.id using errcode = 'restrict_violation';
end
$$;

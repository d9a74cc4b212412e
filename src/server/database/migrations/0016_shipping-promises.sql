-- The promises about shipments that the database keeps by itself (docs/product.md §15).

-- A shipment goes forward only. Whose it is, how it is paid and what it costs never changes; where it goes
-- is settled when somebody begins to pack it, and forgotten with its person.
create function check_shipment() returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    if new.state not in ('unpaid', 'requested') then
      raise exception 'A shipment begins unpaid or requested' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if (new.id, new.user_id, new.payment_method, new.base_fee, new.weight_fee, new.created_at)
      is distinct from (old.id, old.user_id, old.payment_method, old.base_fee, old.weight_fee, old.created_at) then
    raise exception 'A shipment keeps its owner, its fee and how it is paid' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'unpaid' then new.state in ('requested', 'lapsed')
    -- Its money came late, and the cards were still there.
    when 'lapsed' then new.state = 'requested'
    when 'requested' then new.state in ('packed', 'cancelled')
    when 'packed' then new.state in ('shipped', 'cancelled')
    when 'shipped' then new.state = 'delivered'
    else false
  end) then
    raise exception 'A shipment can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.address is distinct from old.address and new.address is not null
    and old.state not in ('unpaid', 'lapsed', 'requested') then
    raise exception 'A shipment that is packed keeps its address' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger shipments_check before insert or update on shipments
for each row execute function check_shipment();
--> statement-breakpoint
create trigger shipments_never_deleted before delete or truncate on shipments
for each statement execute function refuse_change();
--> statement-breakpoint

-- A shipment holds cards of its owner, and keeps a trace of those that came back.
create function check_shipment_card() returns trigger
language plpgsql security definer set search_path = public, pg_temp
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
--> statement-breakpoint
create trigger shipment_cards_check before insert or update on shipment_cards
for each row execute function check_shipment_card();
--> statement-breakpoint
create trigger shipment_cards_never_deleted before delete or truncate on shipment_cards
for each statement execute function refuse_change();
--> statement-breakpoint

-- No card leaves, or is kept back to leave, outside a shipment; and none comes back while it is in one.
create function keep_card_with_shipment() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  is_in_one boolean := exists (select from shipment_cards where card_id = new.id and is_live);
begin
  if (new.status = 'shipped' or new.lock_reason = 'shipping_payment') and not is_in_one then
    raise exception 'Card % is in no shipment', new.id using errcode = 'restrict_violation';
  end if;
  if new.status in ('available', 'sold', 'converted') and is_in_one then
    raise exception 'Card % is in a shipment', new.id using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create trigger physical_cards_keep_with_shipment before update on physical_cards
for each row when (new.status <> old.status and old.status <> 'sealed')
execute function keep_card_with_shipment();
--> statement-breakpoint
revoke execute on function check_shipment_card(), keep_card_with_shipment() from public;

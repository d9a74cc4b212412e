-- A pack belongs to one buyer at a time. It returns to sale only if its purchase or an operator may return it.
create or replace function check_place()
returns trigger
language plpgsql
as $$
declare
  is_whole boolean;
begin
  if (new.id, new.pack_type_id, new.pack_id, new.received_at)
    is distinct from (old.id, old.pack_type_id, old.pack_id, old.received_at) then
    raise exception 'A place keeps its pack' using errcode = 'restrict_violation';
  end if;
  if old.buyer_id is not null and new.buyer_id is not null
    and (new.buyer_id, new.reservation_id) <> (old.buyer_id, old.reservation_id) then
    raise exception 'A place goes from one buyer to another by the shelf' using errcode = 'restrict_violation';
  end if;
  if new.rank <> old.rank or (new.drop_id, new.number) is distinct from (old.drop_id, old.number) then
    -- Only functions of the database put packs into a drop and order them.
    if not acts_as_owner() or old.buyer_id is not null or old.state not in ('available', 'waiting') then
      raise exception 'The order of sale can''t be chosen' using errcode = 'restrict_violation';
    end if;
  end if;
  if new.awaits_drop <> old.awaits_drop and not acts_as_owner() then
    raise exception 'Only functions of the database say what awaits a drop' using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then
    return new;
  end if;
  -- If a pack becomes free again, it is for sale or waits, depending on its drop (`shelf_state`).
  if new.state = 'available' and old.state in ('reserved', 'sold', 'disputed', 'withdrawn') then
    if old.state <> 'reserved' then
      is_whole := is_pack_whole(new.pack_id);
    end if;
    -- A returned pack of a drop waits until its ticket is declared void. A withdrawn pack of a drop is not sold again,
    -- because its contents were shown.
    if new.drop_id is not null and old.state = 'withdrawn' then
      raise exception 'What pack % holds was shown: it is not sold again', new.pack_id using errcode = 'restrict_violation';
    elsif new.drop_id is not null and old.state <> 'reserved' then
      new.state := 'waiting';
    else
      new.state := shelf_state(new.pack_type_id, new.drop_id);
      new.awaits_drop := false;
    end if;
  elsif new.state = 'withdrawn' and old.state in ('sold', 'disputed') then
    is_whole := is_pack_whole(new.pack_id);
  end if;
  -- `allowed_steps` can't express these rules. An opening also writes the opening's row and the cards, and a move of
  -- loose packs depends on the state of the drop. So only functions of the database make these steps.
  if (new.state = 'opened' or old.state = 'available' and new.state = 'waiting' or old.state = 'waiting' and new.state = 'available')
    and not acts_as_owner() then
    raise exception 'A pack can''t go from % to %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if 'disputed' in (old.state, new.state) and disputes_of_order(old.reservation_id)
    is distinct from (case new.state when 'disputed' then 'open' when 'available' then 'lost' when 'waiting' then 'lost'
      when 'withdrawn' then 'lost' end) then
    raise exception 'Pack % waits for its dispute', new.pack_id using errcode = 'restrict_violation';
  end if;
  if is_whole is not null then
    -- A returned pack is withdrawn exactly if it differs from its document. So nobody can sell such a pack again, or
    -- keep back any other pack.
    if is_whole <> (new.state <> 'withdrawn') then
      raise exception 'Pack % is not to be %: that is decided by its document', new.pack_id, new.state
        using errcode = 'restrict_violation', constraint = 'pack_is_like_its_document';
    end if;
    if new.drop_id is null then
      new.rank := draw_rank();
    end if;
  end if;
  return new;
end
$$;

create or replace trigger places_check before update on places
for each row execute function check_place();

-- What the database refuses of an operator's step of a drop has a name by now, so that the shop can say it in words: a step that
-- somebody else took meanwhile, and a time that only the database's clock knows. Nothing else of these functions has changed.
create or replace function keep_drop() returns trigger
language plpgsql
as $$
begin
  if (new.id, new.pack_type_id, new.chain, new.created_at) is distinct from (old.id, old.pack_type_id, old.chain, old.created_at)
    or old.state <> 'draft' and (new.opens_at, new.closes_by, new.staff_may_buy, new.opens_itself)
      is distinct from (old.opens_at, old.closes_by, old.staff_may_buy, old.opens_itself)
    or old.manifest is not null and (new.manifest, new.hash, new.number) is distinct from (old.manifest, old.hash, old.number)
    or old.state in ('closed', 'given_up') then
    raise exception 'A drop stays as it was published' using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  if new.state <> old.state and not (case old.state
    when 'draft' then new.state in ('published', 'given_up')
    when 'published' then new.state in ('open', 'closed', 'given_up')
    when 'open' then new.state in ('paused', 'closed', 'given_up')
    when 'paused' then new.state in ('open', 'closed', 'given_up')
    else false
  end) then
    raise exception 'A drop can''t go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  return new;
end
$$;
--> statement-breakpoint
create or replace function move_drop(p_id uuid, p_to text, p_carries_to uuid default null) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  d drops;
begin
  select * into strict d from drops where id = p_id for update;
  if p_to = 'open' and (d.opens_at > shop_now() or d.closes_by <= shop_now() or exists (
    select from drop_leaves where drop_id = p_id and place is null)) then
    raise exception 'A drop opens at its time, when it has its order'
      using errcode = 'restrict_violation', constraint = 'drop_opens_at_its_time';
  end if;
  -- First nobody gets another one: who was about to is waited for, and then looked for.
  if p_to in ('paused', 'closed') then
    update places set state = 'waiting' where drop_id = p_id and state = 'available';
  end if;
  if p_to = 'closed' and exists (select from places where drop_id = p_id and state = 'reserved') then
    raise exception 'Somebody is paying for a pack of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_being_paid';
  end if;
  if p_to = 'closed' and exists (
    select from tickets where drop_id = p_id and (sealed_in is null or given_back_at is not null and void_in is null)) then
    raise exception 'What was sold of a drop is in the log before it closes'
      using errcode = 'restrict_violation', constraint = 'drop_is_being_sealed';
  end if;
  if p_carries_to is not null and not exists (
    select from drops where id = p_carries_to and state = 'draft' and pack_type_id = d.pack_type_id) then
    raise exception 'Packs are carried over to a draft of their type'
      using errcode = 'restrict_violation', constraint = 'drop_carries_to_a_draft';
  end if;
  update drops set state = p_to, carries_to = p_carries_to,
    closed_at = case when p_to = 'closed' then shop_now() end where id = p_id;
  if p_to = 'open' then
    update places p set state = 'available' where p.drop_id = p_id and p.state = 'waiting' and not exists (
      select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null);
    perform keep_loose_waiting(d.pack_type_id);
  elsif p_to = 'closed' then
    if p_carries_to is null then
      update places set state = 'withdrawn' where drop_id = p_id and state = 'waiting';
    else
      update places set drop_id = p_carries_to, number = null, rank = draw_rank() where drop_id = p_id and state = 'waiting';
    end if;
    update places p set state = 'available' where p.pack_type_id = d.pack_type_id and p.drop_id is null and p.state = 'waiting'
      and shelf_state(d.pack_type_id, null) = 'available';
  end if;
end
$$;
--> statement-breakpoint
create or replace function discard_drop(p_id uuid) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update drops set state = 'given_up', closed_at = shop_now() where id = p_id and state = 'draft';
  if not found then
    raise exception 'Only a draft is discarded' using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  update places set drop_id = null, state = shelf_state(pack_type_id, null) where drop_id = p_id;
end
$$;

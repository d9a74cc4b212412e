-- Opens, pauses or closes a drop. At the close, unsold packs are withdrawn or carried over to a draft.
create or replace function move_drop(p_id uuid, p_to text, p_carries_to uuid default null::uuid)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
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
  if p_carries_to is not null and not exists (
    select from drops where id = p_carries_to and state = 'draft' and pack_type_id = d.pack_type_id) then
    raise exception 'Packs are carried over to a draft of their type'
      using errcode = 'restrict_violation', constraint = 'drop_carries_to_a_draft';
  end if;
  -- Blocks further sales before anything else. The update waits for purchases in progress, and the checks below see
  -- their result.
  if p_to = 'paused' then
    update places set state = 'waiting' where drop_id = p_id and state = 'available';
  elsif p_to = 'closed' and p_carries_to is null then
    update places set state = 'withdrawn' where drop_id = p_id and state in ('available', 'waiting');
  elsif p_to = 'closed' then
    update places set state = 'waiting', drop_id = p_carries_to, number = null, rank = draw_rank()
    where drop_id = p_id and state in ('available', 'waiting');
  end if;
  if p_to = 'closed' and exists (select from places where drop_id = p_id and state in ('reserved', 'available')) then
    raise exception 'Somebody is paying for a pack of this drop' using errcode = 'restrict_violation', constraint = 'drop_is_being_paid';
  end if;
  if p_to = 'closed' and exists (
    select from tickets where drop_id = p_id and (sealed_in is null or given_back_at is not null and void_in is null)) then
    raise exception 'What was sold of a drop is in the log before it closes'
      using errcode = 'restrict_violation', constraint = 'drop_is_being_sealed';
  end if;
  update drops set state = p_to, carries_to = p_carries_to,
    closed_at = case when p_to = 'closed' then shop_now() end where id = p_id;
  if p_to = 'open' then
    update places p set state = 'available' where p.drop_id = p_id and p.state = 'waiting' and not exists (
      select from tickets t where t.place_id = p.id and t.given_back_at is not null and t.void_in is null);
    perform keep_loose_waiting(d.pack_type_id);
  elsif p_to = 'closed' then
    update places p set state = 'available' where p.pack_type_id = d.pack_type_id and p.drop_id is null and p.state = 'waiting' and not p.awaits_drop
      and shelf_state(d.pack_type_id, null) = 'available';
  end if;
end
$$;
revoke execute on function move_drop(uuid,text,uuid) from public;
grant execute on function move_drop(uuid,text,uuid) to felt_and_foil_app;

-- Takes loose packs of a type into a draft, oldest intake first. Returns the number of packs that it took.
-- p_most is the largest number of packs to take; if it is null, all are taken. If the times of an intake are given,
-- only packs of this intake are taken.
create or replace function draft_drop(p_id uuid, p_type text, p_most integer, p_chain text, p_opens_at timestamp with time zone, p_closes_by timestamp with time zone, p_staff_may_buy boolean, p_received_from timestamp with time zone, p_received_to timestamp with time zone)
returns integer
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  taken int;
begin
  insert into drops (id, pack_type_id, chain, opens_at, closes_by, staff_may_buy)
  values (p_id, p_type, p_chain, p_opens_at, p_closes_by, p_staff_may_buy);
  with chosen as materialized (
    select id from places where pack_type_id = p_type and drop_id is null and state in ('available', 'waiting')
      -- The times are compared in milliseconds, because callers give them in milliseconds.
      and (p_received_from is null or date_trunc('milliseconds', received_at) >= p_received_from)
      and (p_received_to is null or date_trunc('milliseconds', received_at) <= p_received_to)
    order by received_at, id limit p_most for update skip locked
  )
  update places p set drop_id = p_id, state = 'waiting' from chosen c where p.id = c.id;
  get diagnostics taken = row_count;
  if taken < 20 then
    raise exception 'A drop has at least 20 packs, and % are loose', taken
      using errcode = 'check_violation', constraint = 'drops_have_twenty_packs';
  end if;
  if taken > 9000 then
    raise exception 'A drop has at most 9,000 packs' using errcode = 'check_violation', constraint = 'drops_are_not_too_large';
  end if;
  return taken;
end
$$;
comment on function draft_drop(uuid,text,integer,text,timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,timestamp with time zone) is 'Takes loose packs of a type into a draft, oldest intake first. Returns the number of packs that it took.';
revoke execute on function draft_drop(uuid,text,integer,text,timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,timestamp with time zone) from public;
grant execute on function draft_drop(uuid,text,integer,text,timestamp with time zone,timestamp with time zone,boolean,timestamp with time zone,timestamp with time zone) to felt_and_foil_app;

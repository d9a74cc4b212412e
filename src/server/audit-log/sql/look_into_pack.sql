-- Shows an admin what a sealed pack holds. The admin and the reason are recorded before any card is returned.
create or replace function look_into_pack(p_pack uuid, p_session uuid, p_reason text, p_ip text, p_request text)
returns table(card_position smallint, card_id uuid, card_condition text)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  actor uuid := operator_of(p_session);
begin
  if not exists (select from users u where u.id = actor and u.role = 'admin') then
    raise exception 'Only an admin looks into a sealed pack' using errcode = 'insufficient_privilege';
  end if;
  if length(trim(p_reason)) = 0 then
    raise exception 'A look into a sealed pack has a reason' using errcode = 'check_violation';
  end if;
  if not exists (select from places l where l.pack_id = p_pack and l.state <> 'opened') then
    return;
  end if;
  insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
  values (actor, 'look_into_pack', 'pack', p_pack::text, jsonb_build_object('reason', p_reason), p_ip, p_request);
  return query
  select h.position::smallint, h.card_id, h.condition
  from pack_secrets s cross join lateral rows from (
    unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text)
  ) with ordinality as h (card_id, condition, position)
  where s.pack_id = p_pack order by h.position;
end
$$;
revoke execute on function look_into_pack(uuid,uuid,text,text,text) from public;
grant execute on function look_into_pack(uuid,uuid,text,text,text) to felt_and_foil_app;

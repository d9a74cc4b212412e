-- Whether known packs have the contents that an operator's file gives for their serials.
-- `p_contents` has a hash of these contents for each serial. If an unopened pack differs, the operator's comparison is
-- recorded in the audit log. Packs that were opened before documents existed are compared by their cards.
create or replace function compare_packs(p_serials text[], p_contents text[], p_session uuid, p_ip text, p_request text)
returns table(serial text, is_same boolean)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
#variable_conflict use_column
declare
  compared record;
  actor uuid := operator_of(p_session);
begin
  -- The session's role is checked here, because inside this function every caller acts as the owner.
  if actor is null and not pg_has_role(session_user,
    (select relowner from pg_class where oid = 'public.users'::regclass), 'member') then
    raise exception 'Only an operator compares packs' using errcode = 'insufficient_privilege';
  end if;
  for compared in
    select p.id, p.serial, l.state, w.content = encode(sha256(convert_to(
      p.pack_type_id || E'\n' || p.certification_number || coalesce((
        select string_agg(E'\n' || h.card_id::text || ' ' || h.condition || coalesce(' ' || h.label, ''), '' order by h.position)
        from pack_secrets s cross join lateral rows from (
          unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text, label text)
        ) with ordinality as h (card_id, condition, label, position)
        where s.pack_id = p.id
      ), (
        select string_agg(E'\n' || c.card_id::text || ' ' || c.condition, '' order by c.position)
        from physical_cards c where c.pack_id = p.id and c.bought_as_id is null
      ), ''), 'UTF8')), 'hex') as is_same
    from unnest(p_serials, p_contents) as w (serial, content)
    join physical_packs p on p.serial = w.serial
    left join places l on l.pack_id = p.id
  loop
    if actor is not null and not compared.is_same and compared.state is distinct from 'opened' then
      insert into audit_log (actor_id, action, subject_kind, subject_id, after, ip, request_id)
      values (actor, 'compare_pack', 'pack', compared.id::text,
        jsonb_build_object('serial', compared.serial, 'same', false), p_ip, p_request);
    end if;
    serial := compared.serial;
    is_same := compared.is_same;
    return next;
  end loop;
end
$$;
revoke execute on function compare_packs(text[],text[],uuid,text,text) from public;
grant execute on function compare_packs(text[],text[],uuid,text,text) to felt_and_foil_app;

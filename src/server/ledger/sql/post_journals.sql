-- `post_together` for many events of one person, for processes of 1.0.0: goes in 1.3.0.
create or replace function post_journals(p_kind text, p_user uuid, p_ids uuid[], p_references uuid[], p_descriptions text[], p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[])
returns bigint
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  select balance from post_together(array[p_user], array_fill(1, array[cardinality(p_ids)]), p_ids,
    array_fill(p_kind, array[cardinality(p_ids)]), p_references, p_descriptions, array_fill(null::text, array[cardinality(p_ids)]),
    array_fill(null::text, array[cardinality(p_ids)]), p_owners, p_debits, p_credits, p_amounts)
$$;
comment on function post_journals(text,uuid,uuid[],uuid[],text[],uuid[],text[],text[],bigint[]) is '`post_together` for many events of one person, for processes of the previous version.';
revoke execute on function post_journals(text,uuid,uuid[],uuid[],text[],uuid[],text[],text[],bigint[]) from public;
grant execute on function post_journals(text,uuid,uuid[],uuid[],text[],uuid[],text[],text[],bigint[]) to felt_and_foil_app;

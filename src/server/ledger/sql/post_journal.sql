-- Posts one event of a user, for `pay_debt` and for processes of 1.0.0.
-- Only the user's own account is locked, because a journal moves no other user's accounts (check_transfers).
create or replace function post_journal(p_id uuid, p_kind text, p_reference_id uuid, p_user uuid, p_description text, p_debits text[], p_credits text[], p_amounts bigint[], p_reference text default null::text, p_receipt jsonb default null::jsonb)
returns bigint
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  select balance from post_together(array[p_user], array[1], array[p_id], array[p_kind], array[p_reference_id], array[p_description],
    array[p_reference], array[p_receipt::text], array_fill(p_id, array[cardinality(p_amounts)]), p_debits, p_credits, p_amounts)
$$;
comment on function post_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[],text,jsonb) is 'Posts one event of a user, for `pay_debt` and for processes of 1.0.0.';
revoke execute on function post_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[],text,jsonb) from public;
grant execute on function post_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[],text,jsonb) to felt_and_foil_app;

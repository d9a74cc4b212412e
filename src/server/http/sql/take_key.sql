-- `take_keys` for one key, for processes of 1.0.0: goes in 1.3.0.
create or replace function take_key(p_user uuid, p_key text, p_kept interval)
returns table(fingerprint text, reply text)
language sql
set search_path to 'public', 'pg_temp'
as $$ select fingerprint, reply from take_keys(array[p_user], array[p_key], p_kept) $$;
comment on function take_key(uuid,text,interval) is '`take_keys` for one key, for processes of the previous version.';
revoke execute on function take_key(uuid,text,interval) from public;
grant execute on function take_key(uuid,text,interval) to felt_and_foil_app;

-- Locks the idempotency keys of requests, and returns the stored responses to those keys that were used before.
create or replace function take_keys(p_users uuid[], p_keys text[], p_kept interval)
returns table(at bigint, fingerprint text, reply text)
language plpgsql
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
begin
  -- Takes the locks in a fixed order, because two transactions may need an overlapping set of keys.
  perform pg_advisory_xact_lock(l.user_hash, l.key_hash)
  from (select hashtext(w.user_id::text) as user_hash, hashtext(w.key) as key_hash from unnest(p_users, p_keys) as w (user_id, key) order by 1, 2) l;
  return query
  -- Looks up each key by the index. In a plain join, the planner would not know how few keys the query has, and might
  -- read many rows.
  select w.at, k.* from unnest(p_users, p_keys) with ordinality as w (user_id, key, at) cross join lateral (
    select k.fingerprint, k.reply from idempotency_keys k
    where k.user_id = w.user_id and k.key = w.key and k.created_at >= now() - p_kept limit 1
  ) k;
end
$$;
comment on function take_keys(uuid[],text[],interval) is 'Locks the idempotency keys of requests, and returns the stored responses to those keys that were used before.';
revoke execute on function take_keys(uuid[],text[],interval) from public;
grant execute on function take_keys(uuid[],text[],interval) to felt_and_foil_app;

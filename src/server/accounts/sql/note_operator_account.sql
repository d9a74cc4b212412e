-- Stores a fingerprint of an operator's credentials after each change, which the audit compares with them.
-- The argument names the column that holds the user's id.
create or replace function note_operator_account()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  who uuid := (coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::uuid;
  noted bytea := operator_fingerprint(who);
begin
  delete from operator_accounts where user_id = who and noted is null;
  insert into operator_accounts (user_id, fingerprint) select who, noted where noted is not null
  on conflict (user_id) do update set fingerprint = excluded.fingerprint;
  return null;
end
$$;
revoke execute on function note_operator_account() from public;

create or replace trigger users_note_operators_begin after insert on users
for each row when (new.role <> 'user'::text) execute function note_operator_account('id');
create or replace trigger users_note_operators after update of email, password_hash, role, staff_role_id, locked_at, erased_at on users
for each row when (old.role <> 'user'::text or new.role <> 'user'::text) execute function note_operator_account('id');
create or replace trigger two_factors_note_operators after insert or delete or update of sealed_secret, confirmed_at on two_factors
for each row execute function note_operator_account('user_id');

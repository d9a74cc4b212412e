-- What operators sign in with is guarded as money is: the shop's own role changes it only where its owner is mailed of it in
-- the same transaction, or an operator's entry says so; and the audit compares it with what was noted (choice 784).
create table operator_accounts (
  user_id uuid primary key references users (id),
  fingerprint bytea not null
);
--> statement-breakpoint
comment on table operator_accounts is 'What each operator signs in with, as it was when a change of it was last allowed. Only triggers write it.';
--> statement-breakpoint
comment on column operator_accounts.fingerprint is 'Of address, password, role, lock and second factor.';
--> statement-breakpoint
revoke all on operator_accounts from felt_and_foil_app;
--> statement-breakpoint
grant select on operator_accounts to felt_and_foil_app;
--> statement-breakpoint
-- Null: nobody, or no operator.
create function operator_fingerprint(p_user uuid) returns bytea
language sql stable
as $$
  select sha256(convert_to(jsonb_build_array(
    u.email, u.password_hash, u.role, extract(epoch from u.locked_at), t.sealed_secret)::text, 'UTF8'))
  from users u left join two_factors t on t.user_id = u.id and t.confirmed_at is not null
  where u.id = p_user and u.role <> 'user' and u.erased_at is null
$$;
--> statement-breakpoint
-- Its argument names the column that says whose account it is.
create function note_operator_account() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  who uuid := coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0];
  noted bytea := operator_fingerprint(who);
begin
  delete from operator_accounts where user_id = who and noted is null;
  insert into operator_accounts (user_id, fingerprint) select who, noted where noted is not null
  on conflict (user_id) do update set fingerprint = excluded.fingerprint;
  return null;
end
$$;
--> statement-breakpoint
-- Arguments: that column, and the kinds of mails and the actions of entries that are a cause.
create function check_operator_account() returns trigger
language plpgsql
as $$
declare
  who uuid := coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0];
  causes text[] := string_to_array(tg_argv[1], ' ');
begin
  if acts_as_owner()
    or not exists (select from users where id = who and role <> 'user' and erased_at is null)
    -- A factor on an address that nobody has proven may be a stranger's, who gets no mail.
    or tg_table_name = 'two_factors' and exists (select from users where id = who and email_verified_at is null)
    or exists (select from mails where user_id = who and kind = any (causes) and xmin = pg_current_xact_id()::xid)
    or exists (
      select from audit_log where subject_id = who::text and action = any (causes) and xmin = pg_current_xact_id()::xid)
    -- A hash that is renewed as its password is typed.
    or 'sign_in' = any (causes) and exists (
      select from sessions where user_id = who and xmin = pg_current_xact_id()::xid)
  then
    return null;
  end if;
  raise exception 'What operator % signs in with changes only with their knowledge, or by an operator', who
    using errcode = 'restrict_violation';
end
$$;
--> statement-breakpoint
create constraint trigger users_keep_operators_password after update of password_hash on users
deferrable initially deferred for each row
when (old.role <> 'user' and old.email_verified_at is not null and new.password_hash <> old.password_hash)
execute function check_operator_account('id', 'password_changed sign_in');
--> statement-breakpoint
create constraint trigger users_keep_operators_email after update of email on users
deferrable initially deferred for each row
when (old.role <> 'user' and old.email_verified_at is not null and new.email <> old.email)
execute function check_operator_account('id', 'email_changed');
--> statement-breakpoint
create constraint trigger users_keep_operators_proof after update of email_verified_at on users
deferrable initially deferred for each row
when (old.role <> 'user' and old.email_verified_at is not null and new.email_verified_at is null)
execute function check_operator_account('id', '');
--> statement-breakpoint
create constraint trigger users_keep_operators_lock after update of locked_at on users
deferrable initially deferred for each row
when (old.role <> 'user' and new.locked_at is distinct from old.locked_at)
execute function check_operator_account('id', 'lock_user unlock_user');
--> statement-breakpoint
create constraint trigger two_factors_of_operators_begin after insert on two_factors
deferrable initially deferred for each row
when (new.confirmed_at is not null)
execute function check_operator_account('user_id', 'two_factor_on');
--> statement-breakpoint
create constraint trigger two_factors_of_operators_stay after update of user_id, sealed_secret, confirmed_at on two_factors
deferrable initially deferred for each row
when ((new.user_id, new.sealed_secret, new.confirmed_at) is distinct from (old.user_id, old.sealed_secret, old.confirmed_at)
  and (old.confirmed_at is not null or new.confirmed_at is not null))
execute function check_operator_account('user_id', 'two_factor_on');
--> statement-breakpoint
create constraint trigger two_factors_of_operators_end after delete on two_factors
deferrable initially deferred for each row
when (old.confirmed_at is not null)
execute function check_operator_account('user_id', 'two_factor_off remove_two_factor');
--> statement-breakpoint
create trigger users_note_operators_begin after insert on users
for each row when (new.role <> 'user') execute function note_operator_account('id');
--> statement-breakpoint
create trigger users_note_operators after update of email, password_hash, role, locked_at, erased_at on users
for each row when (old.role <> 'user' or new.role <> 'user') execute function note_operator_account('id');
--> statement-breakpoint
create trigger two_factors_note_operators after insert or update of sealed_secret, confirmed_at or delete on two_factors
for each row execute function note_operator_account('user_id');
--> statement-breakpoint
insert into operator_accounts (user_id, fingerprint)
select id, operator_fingerprint(id) from users where role <> 'user' and erased_at is null;
--> statement-breakpoint
revoke execute on function note_operator_account() from public;

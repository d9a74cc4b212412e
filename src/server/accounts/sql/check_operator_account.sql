-- An operator's credentials may change only with a mail to the operator, or with an audit entry about the change.
-- Arguments: the column with the user's id, then the kinds of mails and the actions of audit entries that justify the
-- change.
create or replace function check_operator_account()
returns trigger
language plpgsql
as $$
declare
  who uuid := (coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[0])::uuid;
  causes text[] := string_to_array(tg_argv[1], ' ');
begin
  if acts_as_owner()
    or not exists (select from users where id = who and role <> 'user' and erased_at is null)
    -- The shop sends no mail about a second factor on an unproven address, because a stranger may have set it up.
    or tg_table_name = 'two_factors' and exists (select from users where id = who and email_verified_at is null)
    or exists (select from mails where user_id = who and kind = any (causes) and xmin = pg_current_xact_id()::xid)
    or exists (
      select from audit_log where subject_id = who::text and action = any (causes) and xmin = pg_current_xact_id()::xid)
    -- A sign-in with the right password may renew the password's hash.
    or 'sign_in' = any (causes) and exists (
      select from sessions where user_id = who and xmin = pg_current_xact_id()::xid)
  then
    return null;
  end if;
  raise exception 'What operator % signs in with changes only with their knowledge, or by an operator', who
    using errcode = 'restrict_violation';
end
$$;

create constraint trigger users_keep_operators_password after update of password_hash on users
deferrable initially deferred for each row when (old.role <> 'user'::text and old.email_verified_at is not null and new.password_hash <> old.password_hash) execute function check_operator_account('id', 'password_changed sign_in');
create constraint trigger users_keep_operators_email after update of email on users
deferrable initially deferred for each row when (old.role <> 'user'::text and old.email_verified_at is not null and new.email <> old.email) execute function check_operator_account('id', 'email_changed');
create constraint trigger users_keep_operators_proof after update of email_verified_at on users
deferrable initially deferred for each row when (old.role <> 'user'::text and old.email_verified_at is not null and new.email_verified_at is null) execute function check_operator_account('id', '');
create constraint trigger users_keep_operators_lock after update of locked_at on users
deferrable initially deferred for each row when (old.role <> 'user'::text and new.locked_at is distinct from old.locked_at) execute function check_operator_account('id', 'lock_user unlock_user');
create constraint trigger two_factors_of_operators_begin after insert on two_factors
deferrable initially deferred for each row when (new.confirmed_at is not null) execute function check_operator_account('user_id', 'two_factor_on');
create constraint trigger two_factors_of_operators_stay after update of user_id, sealed_secret, confirmed_at on two_factors
deferrable initially deferred for each row when ((new.user_id is distinct from old.user_id or new.sealed_secret is distinct from old.sealed_secret or new.confirmed_at is distinct from old.confirmed_at) and (old.confirmed_at is not null or new.confirmed_at is not null)) execute function check_operator_account('user_id', 'two_factor_on');
create constraint trigger two_factors_of_operators_end after delete on two_factors
deferrable initially deferred for each row when (old.confirmed_at is not null) execute function check_operator_account('user_id', 'two_factor_off remove_two_factor');

-- Checks that the row of a barred account changes only once, which is when an operator lifts the bar.
create or replace function check_barred_account()
returns trigger
language plpgsql
as $$
begin
  if (new.user_id, new.excluded_id, new.why, new.since) is distinct from (old.user_id, old.excluded_id, old.why, old.since)
    or old.let_through_at is not null then
    raise exception 'A barred account is let through once' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger barred_accounts_are_let_through_once before update on barred_accounts
for each row execute function check_barred_account();

-- Checks that a limit is raised only if its person confirms the request 24 to 72 hours after making it (`domain/own-limits.ts`).
create or replace function check_own_limit()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
begin
  if acts_as_owner() then
    return new;
  end if;
  if tg_op = 'INSERT' then
    if new.asked_at is not null then
      raise exception 'A new limit holds at once' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new.user_id, new.kind) is distinct from (old.user_id, old.kind) then
    raise exception 'A limit keeps its person and its kind' using errcode = 'restrict_violation';
  end if;
  if new.asked_at is not null and (new.asked_at, new.asked_amount) is distinct from (old.asked_at, old.asked_amount)
    and new.asked_at <> shop_now() then
    raise exception 'A higher limit is asked for now' using errcode = 'check_violation';
  end if;
  if old.amount is not null and (new.amount is null or new.amount > old.amount) and not coalesce(
    new.amount is not distinct from old.asked_amount and new.asked_at is null
    and shop_now() >= old.asked_at + interval '24 hours' and shop_now() < old.asked_at + interval '72 hours', false) then
    raise exception 'A higher limit needs a second yes' using errcode = 'restrict_violation', constraint = 'own_limit_is_raised_slowly';
  end if;
  return new;
end
$$;
comment on function check_own_limit() is 'Checks that a limit is raised only if its person confirms the request 24 to 72 hours after making it.';

create or replace trigger own_limits_are_raised_slowly before insert or update on own_limits
for each row execute function check_own_limit();

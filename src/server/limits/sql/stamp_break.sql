-- Stamps when a break begins and ends, and for how long it stops the deadlines of the person's cards (`domain/break.ts`).
-- An exclusion stops the deadlines until it ends, or for a hundred years if it never ends. Pauses stop them for at most 60 days in 365. Time for which another break has already stopped them is not counted twice.
create or replace function stamp_break()
returns trigger
language plpgsql
set search_path to 'public', 'pg_temp'
as $$
declare
  used interval;
begin
  new.began_at := shop_now();
  new.ends_at := shop_now() + case new.kind
    when 'day' then interval '24 hours' when 'week' then interval '7 days' when 'month' then interval '30 days'
    when 'half_year' then interval '6 months' when 'year' then interval '1 year' when 'five_years' then interval '5 years'
  end;
  if exists (
    select from breaks where user_id = new.user_id and (ends_at is null or ends_at > shop_now() and ends_at >= new.ends_at)
  ) then
    raise exception 'This break ends no later than the one that holds'
      using errcode = 'check_violation', constraint = 'breaks_are_never_shorter';
  end if;
  new.still_from := greatest(shop_now(), (select max(still_until) from breaks where user_id = new.user_id));
  if new.kind in ('day', 'week', 'month') then
    select coalesce(sum(still_until - greatest(still_from, shop_now() - interval '365 days')), '0') into used from breaks
    where user_id = new.user_id and kind in ('day', 'week', 'month') and still_until > shop_now() - interval '365 days';
    new.still_until := least(new.ends_at, new.still_from + interval '60 days' - used);
  else
    new.still_until := coalesce(new.ends_at, shop_now() + interval '100 years');
  end if;
  new.still_until := greatest(new.still_until, new.still_from);
  return new;
end
$$;
comment on function stamp_break() is 'Stamps when a break begins and ends, and for how long it stops the deadlines of the person''s cards.';

create or replace trigger breaks_stamp before insert on breaks
for each row execute function stamp_break();

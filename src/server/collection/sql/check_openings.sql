-- Checks that the pack of an opening is one that the opening's user has opened, and that no person opens more packs in 24 hours than they allow themselves.
create or replace function check_openings()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
begin
  if exists (
    select from opened o left join lateral (select state, buyer_id from places where pack_id = o.pack_id limit 1) l on true
    where (l.state, l.buyer_id) is distinct from ('opened', o.user_id)
  ) then
    raise exception 'An opening is of a pack that its user has opened' using errcode = 'restrict_violation';
  end if;
  -- The lock makes openings of one person wait for each other. Nothing else is locked after it.
  perform from own_limits l where l.kind = 'packs' and l.amount is not null and l.user_id in (select user_id from opened)
  order by l.user_id for update;
  if found and exists (
    select from own_limits l
    where l.kind = 'packs' and l.user_id in (select user_id from opened) and l.amount < (select packs from spent_within(l.user_id))
  ) then
    raise exception 'Its person allows themselves no more packs today'
      using errcode = 'check_violation', constraint = 'openings_within_own_limit';
  end if;
  return null;
end
$$;
revoke execute on function check_openings() from public;

create or replace trigger openings_check after insert on openings referencing new table as opened
for each statement execute function check_openings();

-- The pack of an opening must be a pack that the opening's user has opened.
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
  return null;
end
$$;
revoke execute on function check_openings() from public;

create or replace trigger openings_check after insert on openings referencing new table as opened
for each statement execute function check_openings();

-- A new pack must have a document and no owner.
create or replace function check_new_places()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if exists (
    select from added where state not in ('available', 'waiting') or buyer_id is not null or reservation_id is not null
      or drop_id is not null
  ) then
    raise exception 'A pack comes in at intake, with its document, and belongs to nobody' using errcode = 'restrict_violation';
  end if;
  if exists (
    -- Looks up each pack by its id. A join's plan that was made for few rows stays in the cache, and would be slow for
    -- many. The queries below do the same.
    select from added a left join lateral (
      select pack_type_id, received_at from physical_packs where id = a.pack_id limit 1
    ) p on true
    where (a.pack_type_id, a.received_at) is distinct from (p.pack_type_id, p.received_at)
  ) then
    raise exception 'A place has its pack, of its type: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'places_have_their_packs';
  end if;
  if exists (select from added where id <> pack_id) then
    raise exception 'A place has the id of its pack' using errcode = 'restrict_violation', constraint = 'places_are_their_packs';
  end if;
  perform check_documents_of(array(select pack_id from added));
  return null;
end
$$;
revoke execute on function check_new_places() from public;

create or replace trigger places_check_new after insert on places referencing new table as added
for each statement execute function check_new_places();

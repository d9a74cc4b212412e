-- A revealed card must be from an opened pack of its owner, match the pack’s document, and have thirty days.
-- Cards that were bought as singles are checked by `check_bought_card`.
-- One query checks the thirty days together with the other fields. Separate queries run only to find the error.
create or replace function check_revealed_cards()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
declare
  wrong record;
  short record;
begin
  select coalesce(c.pack_id, w.pack_id) as pack_id into wrong
  from (select * from revealed where bought_as_id is null) c
  full join (
    select s.pack_id, d.id, d.card_id, d.condition, d.position, l.state, o.user_id, o.opened_at
    from (select distinct pack_id from revealed where bought_as_id is null) r
    join pack_secrets s on s.pack_id = r.pack_id
    join places l on l.pack_id = s.pack_id
    join openings o on o.pack_id = s.pack_id
    cross join lateral rows from (
      unnest(s.physical_card_ids), unnest(s.card_ids), jsonb_to_recordset(s.document::jsonb->'cards') as (condition text)
    ) with ordinality as d (id, card_id, condition, position)
  ) w on w.id = c.id
  where c.id is null or w.id is null or w.state <> 'opened'
    or (c.pack_id, c.card_id, c.condition, c.position, c.status, c.opened_by_id, c.opened_at)
      is distinct from (w.pack_id, w.card_id, w.condition, w.position, 'available', w.user_id, w.opened_at)
    or not coalesce(c.auto_convert_at <= c.opened_at + interval '30 days'
      or c.auto_convert_at <= c.opened_at + interval '30 days' + time_standing_still(c.opened_by_id), false)
  limit 1;
  if found then
    select id into short from revealed
    where bought_as_id is null and not coalesce(auto_convert_at <= opened_at + interval '30 days' + time_standing_still(opened_by_id), false) limit 1;
    if found then
      raise exception 'Card % keeps its thirty days', short.id using errcode = 'restrict_violation';
    end if;
    raise exception 'An opening reveals what the document of pack % says', wrong.pack_id using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
revoke execute on function check_revealed_cards() from public;

create or replace trigger physical_cards_are_revealed after insert on physical_cards referencing new table as revealed
for each statement execute function check_revealed_cards();

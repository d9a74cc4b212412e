-- A place must belong to the user of its reservation, and no user may exceed the limit of a type.
-- The check runs once per statement.
create or replace function check_taken_places()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
declare
  taken record;
  held int;
begin
  if exists (
    select from after a left join lateral (select user_id from reservations where id = a.reservation_id limit 1) r on true
    where a.reservation_id is not null and r.user_id is distinct from a.buyer_id
  ) then
    raise exception 'A place belongs to the buyer of its reservation: in place of a foreign key'
      using errcode = 'foreign_key_violation', constraint = 'places_of_their_reservation';
  end if;
  for taken in
    select m.buyer_id, m.pack_type_id, t.purchase_limit as most
    from (
      select buyer_id, pack_type_id, 1 as packs from after where buyer_id is not null
      union all
      select buyer_id, pack_type_id, -1 from before where buyer_id is not null
    ) m join pack_types t on t.id = m.pack_type_id
    where t.purchase_limit is not null
    group by 1, 2, 3 having sum(m.packs) > 0 order by 1, 2
  loop
    perform 1 from ledger_accounts where owner_id = taken.buyer_id for update;
    select count(*)::int into held from places where buyer_id = taken.buyer_id and pack_type_id = taken.pack_type_id;
    if held > taken.most then
      raise exception 'The user would have % packs of %, and may have %', held, taken.pack_type_id, taken.most
        using errcode = 'check_violation', constraint = 'places_purchase_limit';
    end if;
  end loop;
  return null;
end
$$;
revoke execute on function check_taken_places() from public;

create or replace trigger places_check_taken after update on places referencing old table as before new table as after
for each statement execute function check_taken_places();

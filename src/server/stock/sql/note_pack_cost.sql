-- Records for the margins that a pack's cost changed, because the pack may have been sold already.
create or replace function note_pack_cost()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if tg_op = 'UPDATE' then
    insert into margin_due (pack_id, figure, amount)
    select n.pack_id, 'pack_cost', o.cost - n.cost from after n join before o using (pack_id) where n.cost <> o.cost;
  else
    insert into margin_due (pack_id, figure, amount)
    select n.pack_id, f.figure, f.amount from after n join physical_packs p on p.id = n.pack_id
    cross join lateral (values ('pack_cost', -n.cost), ('packs_without_cost', -1)) f (figure, amount)
    -- A pack that this transaction takes in is in no sale yet.
    where p.received_at <> now();
  end if;
  return null;
end $$;
comment on function note_pack_cost() is 'Records for the margins that a pack''s cost changed, because the pack may have been sold already.';
revoke execute on function note_pack_cost() from public;

create or replace trigger pack_costs_note_new after insert on pack_costs referencing new table as after
for each statement execute function note_pack_cost();
create or replace trigger pack_costs_note_changes after update on pack_costs referencing old table as before new table as after
for each statement execute function note_pack_cost();

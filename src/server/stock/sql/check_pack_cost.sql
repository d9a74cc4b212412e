-- Only an operator corrects what a pack cost, and the audit log has an entry about it.
create or replace function check_pack_cost()
returns trigger
language plpgsql
as $$
begin
  if new.pack_id = old.pack_id and (acts_as_owner() or is_recorded('record_costs',
    (select pack_type_id from physical_packs where id = new.pack_id), '{}')) then
    return null;
  end if;
  raise exception 'What pack % cost is corrected by an operator', old.pack_id using errcode = 'restrict_violation';
end
$$;

create constraint trigger pack_costs_are_corrected_by_operators after update on pack_costs
deferrable initially deferred for each row execute function check_pack_cost();

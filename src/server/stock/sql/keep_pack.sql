-- The id, type, serial and commitment of a pack never change.
create or replace function keep_pack()
returns trigger
language plpgsql
as $$
begin
  if new.commitment is distinct from old.commitment then
    raise exception 'A physical pack keeps its commitment' using errcode = 'restrict_violation';
  end if;
  raise exception 'A physical pack keeps its id, type and serial' using errcode = 'restrict_violation';
end
$$;

create or replace trigger physical_packs_never_change before update on physical_packs
for each row when (old.* is distinct from new.*) execute function keep_pack();

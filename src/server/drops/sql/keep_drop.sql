-- A published drop's terms never change.
create or replace function keep_drop()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.pack_type_id, new.chain, new.created_at) is distinct from (old.id, old.pack_type_id, old.chain, old.created_at)
    or old.state <> 'draft' and (new.opens_at, new.closes_by, new.staff_may_buy, new.opens_itself, new.publishes_at)
      is distinct from (old.opens_at, old.closes_by, old.staff_may_buy, old.opens_itself, old.publishes_at)
    or old.manifest is not null and (new.manifest, new.hash, new.number) is distinct from (old.manifest, old.hash, old.number)
    or old.state in ('closed', 'given_up') then
    raise exception 'A drop stays as it was published' using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  return new;
end
$$;

create or replace trigger drops_stay before update on drops
for each row execute function keep_drop();

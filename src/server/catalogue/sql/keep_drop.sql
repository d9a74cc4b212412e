-- A drop goes from state to state as its manifest and the log allow (`DROP_STEPS`, domain/drop.ts).
create or replace function keep_drop()
returns trigger
language plpgsql
as $$
begin
  if (new.id, new.pack_type_id, new.chain, new.created_at) is distinct from (old.id, old.pack_type_id, old.chain, old.created_at)
    or old.state <> 'draft' and (new.opens_at, new.closes_by, new.staff_may_buy, new.opens_itself)
      is distinct from (old.opens_at, old.closes_by, old.staff_may_buy, old.opens_itself)
    or old.manifest is not null and (new.manifest, new.hash, new.number) is distinct from (old.manifest, old.hash, old.number)
    or old.state in ('closed', 'given_up') then
    raise exception 'A drop stays as it was published' using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  if new.state <> old.state and not (case old.state
    when 'draft' then new.state in ('published', 'given_up')
    when 'published' then new.state in ('open', 'closed', 'given_up')
    when 'open' then new.state in ('paused', 'closed', 'given_up')
    when 'paused' then new.state in ('open', 'closed', 'given_up')
    else false
  end) then
    raise exception 'A drop can''t go from % to %', old.state, new.state
      using errcode = 'restrict_violation', constraint = 'drop_takes_its_steps';
  end if;
  return new;
end
$$;

create or replace trigger drops_stay before update on drops
for each row execute function keep_drop();

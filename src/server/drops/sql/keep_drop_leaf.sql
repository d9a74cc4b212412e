-- The leaf and the place of a drop's pack never change.
create or replace function keep_drop_leaf()
returns trigger
language plpgsql
as $$
begin
  if (new.drop_id, new.leaf, new.pack_id) is distinct from (old.drop_id, old.leaf, old.pack_id)
    or old.place is not null and new.place is distinct from old.place
    or old.shown_in is not null and new.shown_in is distinct from old.shown_in then
    raise exception 'A pack of a drop keeps its leaf and its place' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger drop_leaves_stay before update on drop_leaves
for each row execute function keep_drop_leaf();

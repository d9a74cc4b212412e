-- A sold ticket never changes. It is sealed, returned and declared void at most once each.
create or replace function keep_ticket()
returns trigger
language plpgsql
as $$
begin
  if (new.ref, new.place_id, new.drop_id, new.place, new.issued_at)
      is distinct from (old.ref, old.place_id, old.drop_id, old.place, old.issued_at)
    or old.secret is not null and new.secret is distinct from old.secret
    or new.is_freed <> old.is_freed and (old.is_freed or old.given_back_at is not null)
    or old.sealed_in is not null and new.sealed_in is distinct from old.sealed_in
    or old.given_back_at is not null and new.given_back_at is distinct from old.given_back_at
    or old.void_in is not null and new.void_in is distinct from old.void_in then
    raise exception 'A ticket stays as it was sold' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace trigger tickets_stay before update on tickets
for each row execute function keep_ticket();

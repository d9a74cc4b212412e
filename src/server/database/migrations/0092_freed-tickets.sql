-- A place is for sale again only where its buyer gave it back by their own call, with the secret of its ticket. What an
-- operator or a bank takes back is shown, whoever knows the secret.
alter table tickets
  add column is_freed boolean not null default false,
  add constraint tickets_are_freed_by_their_secrets check (not is_freed or secret is not null);
--> statement-breakpoint
comment on column tickets.is_freed is 'Its buyer gave the place back by their own call, with the secret: it may be sold again.';
--> statement-breakpoint
comment on column tickets.secret is 'The shop''s own, where the buyer sent none; the buyer''s once they gave the place back with it.';
--> statement-breakpoint
create or replace function keep_ticket() returns trigger
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
--> statement-breakpoint
-- Frees the places of an order's sealed packs with the secrets of their tickets. Answers how many have none.
create function free_tickets(p_reservation uuid, p_secrets bytea[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update tickets t set secret = k.secret, is_freed = true
  from (
    select o.ref, coalesce(o.secret, (
      select s.secret from unnest(p_secrets) as s (secret)
      where sha256(convert_to('packproof/v2/ref', 'UTF8') || '\x00'::bytea || s.secret) = o.ref limit 1)) as secret
    from places p join tickets o on o.place_id = p.id and o.given_back_at is null
    where p.reservation_id = p_reservation and p.state = 'sold'
  ) k
  where t.ref = k.ref and k.secret is not null and not t.is_freed;
  return (
    select count(*) from places p join tickets t on t.place_id = p.id and t.given_back_at is null
    where p.reservation_id = p_reservation and p.state = 'sold' and not t.is_freed);
end
$$;
--> statement-breakpoint
revoke execute on function free_tickets(uuid, bytea[]) from public;
--> statement-breakpoint
grant execute on function free_tickets(uuid, bytea[]) to felt_and_foil_app;

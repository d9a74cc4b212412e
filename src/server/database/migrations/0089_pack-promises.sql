-- What a pack type promises of every one of its packs is a closed list, and the database keeps it: a pack that breaks a
-- promise does not come in and is not put back, and a promise that a sealed pack breaks is not made (docs/product.md §5).
-- Packs are judged by their documents, which never change: what the catalogue says of a card later breaks no promise.

alter table pack_types
  add column promises_foil boolean not null default false,
  add column promises_rarity text,
  add column promises_hits smallint,
  add constraint pack_types_promises_rarity_known check (promises_rarity in ('uncommon', 'rare', 'mythic')),
  add constraint pack_types_promises_hits_fit check (promises_hits between 1 and card_count);
--> statement-breakpoint
comment on column pack_types.promises_foil is 'Every pack holds a card whose finish is not normal.';
--> statement-breakpoint
comment on column pack_types.promises_rarity is 'Every pack holds a card of this rarity or above.';
--> statement-breakpoint
comment on column pack_types.promises_hits is 'Every pack holds so many cards that are rare or mythic.';
--> statement-breakpoint

create function promises_broken_by(p_document text, p_foil boolean, p_rarity text, p_hits int) returns text[]
language sql immutable
as $$
  select array_remove(array[
    case when p_foil and not bool_or(c.finish <> 'normal') then 'promisesFoil' end,
    case when bool_and(rarity_bit(c.rarity) < rarity_bit(p_rarity)) then 'promisesRarity' end,
    case when count(*) filter (where c.rarity in ('rare', 'mythic')) < p_hits then 'promisesHits' end
  ], null)
  from jsonb_to_recordset(p_document::jsonb->'cards') as c (finish text, rarity text)
$$;
--> statement-breakpoint
comment on function promises_broken_by(text, boolean, text, int) is 'Which promises the pack of a document breaks, as domain/pack-promises.ts judges cards.';
--> statement-breakpoint
revoke execute on function promises_broken_by(text, boolean, text, int) from public;
--> statement-breakpoint

-- Never of which pack, nor of how many: that would tell more of what they hold.
create function broken_promises(p_type text, p_foil boolean, p_rarity text, p_hits int) returns text[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(array_agg(distinct b.promise), '{}')
  from places p join pack_secrets s on s.pack_id = p.pack_id
  cross join unnest(promises_broken_by(s.document, p_foil, p_rarity, p_hits)) as b (promise)
  where p.pack_type_id = p_type and p.state not in ('opened', 'withdrawn')
    and (p_foil or p_rarity is not null or p_hits is not null)
$$;
--> statement-breakpoint
comment on function broken_promises(text, boolean, text, int) is 'Which promises a sealed pack of a type would break.';
--> statement-breakpoint
revoke execute on function broken_promises(text, boolean, text, int) from public;
--> statement-breakpoint
grant execute on function broken_promises(text, boolean, text, int) to felt_and_foil_app;
--> statement-breakpoint

create function check_promises_made() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if broken_promises(new.id, new.promises_foil, new.promises_rarity, new.promises_hits) <> '{}' then
    raise exception 'A sealed pack of % breaks what is promised of it', new.id
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function check_promises_made() from public;
--> statement-breakpoint
-- After the update, which waits for intakes under way and has those that follow wait: none is missed.
create trigger pack_types_check_promises after update of promises_foil, promises_rarity, promises_hits on pack_types
  for each row when ((old.promises_foil, old.promises_rarity, old.promises_hits)
    is distinct from (new.promises_foil, new.promises_rarity, new.promises_hits)) execute function check_promises_made();
--> statement-breakpoint

create function keep_promises() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  came uuid[];
begin
  if tg_op = 'INSERT' then
    came := array(select pack_id from added);
  else
    came := array[new.pack_id];
  end if;
  -- A promise that is being made now is waited for, and holds for these packs.
  perform from pack_types where id in (select pack_type_id from places where pack_id = any (came)) order by id for share;
  if exists (
    select from places p
    join pack_types t on t.id = p.pack_type_id and (t.promises_foil or t.promises_rarity is not null or t.promises_hits is not null)
    join pack_secrets s on s.pack_id = p.pack_id
    where p.pack_id = any (came)
      and promises_broken_by(s.document, t.promises_foil, t.promises_rarity, t.promises_hits) <> '{}'
  ) then
    raise exception 'A pack breaks what its type promises'
      using errcode = 'check_violation', constraint = 'packs_keep_their_promises';
  end if;
  return null;
end
$$;
--> statement-breakpoint
revoke execute on function keep_promises() from public;
--> statement-breakpoint
create trigger places_keep_promises_of_new after insert on places
  referencing new table as added for each statement execute function keep_promises();
--> statement-breakpoint
create trigger places_keep_promises after update on places
  for each row when (old.state = 'withdrawn' and new.state <> 'withdrawn') execute function keep_promises();
--> statement-breakpoint

create function types_that_break_promises() returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select id from pack_types where broken_promises(id, promises_foil, promises_rarity, promises_hits) <> '{}'
$$;
--> statement-breakpoint
comment on function types_that_break_promises() is 'For the audit: pack types with a sealed pack that breaks what is promised of it.';
--> statement-breakpoint
revoke execute on function types_that_break_promises() from public;
--> statement-breakpoint
grant execute on function types_that_break_promises() to felt_and_foil_app;

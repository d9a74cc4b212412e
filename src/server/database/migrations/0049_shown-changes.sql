-- What visitors see is answered from bytes that are ready. This says when they are no longer right: what is shown of a
-- pack type, and how many packs of it are for sale, as sums of small rows that are only ever added. Nobody who buys
-- waits for anybody: each adds a row of their own (docs/choices.md, 218).
create table shown_changes (
  pack_type_id text not null,
  id uuid not null default gen_random_uuid(),
  packs int not null default 0,
  changes int not null default 0,
  constraint shown_changes_pkey primary key (pack_type_id, id)
);
comment on table shown_changes is 'What changed of what visitors see: rows that are added, never updated, and folded into one a pack type now and then. Written by triggers alone.';
comment on column shown_changes.pack_type_id is 'Which pack type it is about; empty: none, but the prices as a whole. No foreign key: it would lock the pack type for each sale.';
comment on column shown_changes.packs is 'How many packs came on sale, or less than zero: left it. Their sum is the stock.';
comment on column shown_changes.changes is 'How often what is shown changed otherwise. Their sum never falls, and counts committed changes only, however late they commit.';
-- A fold leaves as many dead rows as it took up.
alter table shown_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create function note_stock() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, count(*) from after where state = 'available' group by 1;
  else
    insert into shown_changes (pack_type_id, packs)
    select pack_type_id, sum(packs) from (
      select pack_type_id, 1 as packs from after where state = 'available'
      union all
      select pack_type_id, -1 from before where state = 'available'
    ) moved group by 1 having sum(packs) <> 0;
  end if;
  return null;
end $$;
comment on function note_stock() is 'Keeps the number of packs for sale of each type, once a statement.';
create trigger physical_packs_note_stock_of_new after insert on physical_packs
  referencing new table as after for each statement execute function note_stock();
create trigger physical_packs_note_stock after update on physical_packs
  referencing old table as before new table as after for each statement execute function note_stock();

create function note_pack_types() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shown_changes (pack_type_id, changes) select distinct id, 1 from changed;
  return null;
end $$;
comment on function note_pack_types() is 'What is shown of these pack types changed.';
create trigger pack_types_note_new after insert on pack_types
  referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_changes after update on pack_types
  referencing new table as changed for each statement execute function note_pack_types();
create trigger pack_types_note_gone after delete on pack_types
  referencing old table as changed for each statement execute function note_pack_types();

create function note_hits() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shown_changes (pack_type_id, changes) select distinct pack_type_id, 1 from changed;
  return null;
end $$;
comment on function note_hits() is 'The potential hits of these pack types changed.';
create trigger potential_hits_note_new after insert on potential_hits
  referencing new table as changed for each statement execute function note_hits();
create trigger potential_hits_note_changes after update on potential_hits
  referencing new table as changed for each statement execute function note_hits();
create trigger potential_hits_note_gone after delete on potential_hits
  referencing old table as changed for each statement execute function note_hits();

create function note_sets() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct t.id, 1 from changed s join pack_types t on t.set_id = s.id;
  return null;
end $$;
comment on function note_sets() is 'The name of the set of some pack types changed.';
create trigger card_sets_note_changes after update on card_sets
  referencing new table as changed for each statement execute function note_sets();

create function note_cards() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shown_changes (pack_type_id, changes)
  select distinct h.pack_type_id, 1 from changed c join potential_hits h on h.card_id = c.id
  union all
  select '', 1 where exists (select from changed);
  return null;
end $$;
comment on function note_cards() is 'What cards are worth, or how new their prices are, changed: of the pack types that show them, and as a whole.';
create trigger cards_note_new after insert on cards
  referencing new table as changed for each statement execute function note_cards();
create trigger cards_note_changes after update on cards
  referencing new table as changed for each statement execute function note_cards();

create function note_price_runs() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shown_changes (pack_type_id, changes) select '', 1 where exists (select from changed);
  return null;
end $$;
comment on function note_price_runs() is 'How fresh the prices are changed.';
create trigger price_runs_note_new after insert on price_runs
  referencing new table as changed for each statement execute function note_price_runs();
create trigger price_runs_note_changes after update on price_runs
  referencing new table as changed for each statement execute function note_price_runs();
create trigger price_runs_note_gone after delete on price_runs
  referencing old table as changed for each statement execute function note_price_runs();

-- The sums stay as they are, for who reads before and after. What is being added meanwhile is not seen, and stays.
create function fold_shown_changes() returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- One at a time: a second one would wait for the rows of the first.
  if not pg_try_advisory_xact_lock(7046048) then
    return;
  end if;
  with gone as (
    delete from shown_changes returning pack_type_id, packs, changes
  )
  insert into shown_changes (pack_type_id, packs, changes)
  select pack_type_id, sum(packs), sum(changes) from gone group by 1;
end $$;
comment on function fold_shown_changes() is 'Puts the rows of each pack type in shown_changes together into one.';

-- What is there already. The triggers' locks keep it as it is until they count.
insert into shown_changes (pack_type_id, packs)
select pack_type_id, count(*) from physical_packs where state = 'available' group by 1;

revoke insert, update, delete on shown_changes from felt_and_foil_app;
revoke execute on function note_stock(), note_pack_types(), note_hits(), note_sets(), note_cards(),
  note_price_runs(), fold_shown_changes() from public;
grant execute on function fold_shown_changes() to felt_and_foil_app;

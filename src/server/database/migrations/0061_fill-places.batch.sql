-- Run again and again, each time in a transaction of its own, until nothing is done any more (migrate.ts). What it
-- has done stays, so that it goes on where it was killed.
select fill_places(500) as done,
  (select count(*)::int from physical_packs p where state <> 'intake' and not exists (select from places l where l.id = p.id)) as waiting;

-- Run again and again, each time in a transaction of its own, until nothing is done any more (migrate.ts). What it
-- has done stays, so that it goes on where it was killed.
select write_documents(500) as done,
  (select count(*)::int from physical_packs where commitment is null and state <> 'opened') as waiting;

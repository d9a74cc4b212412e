-- Where a shop reads from a replica what may be of a moment ago, an operator's own changes are no moment ago: who is asked until
-- the replica has come as far is the primary (docs/choices.md, 540).
create table last_writes (
  user_id uuid primary key,
  position pg_lsn not null
);
--> statement-breakpoint
comment on table last_writes is 'How far the log of this Postgres (WAL) had come when an operator was last answered for a change. Kept only where a replica is read.';
--> statement-breakpoint
comment on column last_writes.user_id is 'No foreign key: users live on a higher floor.';
--> statement-breakpoint
grant select, insert, update on last_writes to felt_and_foil_app;

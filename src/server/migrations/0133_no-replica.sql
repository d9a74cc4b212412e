-- The shop reads from the primary alone (choice 800). Processes of 1.1.0 that read from a replica write and read this table until they
-- are replaced, so 1.3.0 is the first release that may drop it.
comment on table last_writes is 'For processes of the version before, where they read from a replica: how far the log of this Postgres (WAL) had come when an operator was last answered for a change.';

-- The shop reads from the primary alone (choice 800). Processes of the version before that read from a replica go on noting and
-- asking here until they are replaced: the table goes a release later.
comment on table last_writes is 'For processes of the version before, where they read from a replica: how far the log of this Postgres (WAL) had come when an operator was last answered for a change.';

-- From here on functions and triggers stand in the rooms (server/<room>/sql), and are replaced after the migrations where their
-- text changed. No migration makes one any more (CONTRIBUTING.md, "Migrations").
create table drizzle.functions (file text primary key, hash text not null);
comment on table drizzle.functions is 'The files of functions and triggers as this database has them, by their SHA-256.';

-- Nothing calls it, and no released version did.
drop function post_journals_of_each(uuid[], text[], uuid[], uuid[], text[], text[], text[], uuid[], text[], text[], bigint[]);

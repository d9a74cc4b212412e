-- These functions find rows by their keys in tables that grow with each sale. Postgres keeps a plan that it made while such a
-- table was empty, and that plan reads the table from end to end until its statistics change.
alter function take_keys(uuid[], text[], interval) set enable_seqscan = off;
alter function check_taken_places() set enable_seqscan = off;
alter function check_transfers() set enable_seqscan = off;
alter function check_revealed_cards() set enable_seqscan = off;
alter function check_openings() set enable_seqscan = off;
alter function open_packs_of_each(uuid[], uuid[], uuid[], uuid[], interval) set enable_seqscan = off;
alter function sell_and_open_each(uuid[], uuid[], text[], int[], text[], int[], boolean, interval) set enable_seqscan = off;

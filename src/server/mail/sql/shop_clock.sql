-- Returns the shop's current time, which advances within a transaction. It is shifted by the same amount as shop_now().
-- The ledger stamps its rows with this time, so that the stamps are in the order of writing.
create or replace function shop_clock()
returns timestamp with time zone
language sql
as $$
  select clock_timestamp() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$$;

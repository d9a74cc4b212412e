-- The shop's present instant, which advances within a transaction: the ledger stamps its rows with it, in the order in which they are written. Shifted like shop_now().
create or replace function shop_clock()
returns timestamp with time zone
language sql
as $$
  select clock_timestamp() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$$;

-- The shop's current time: the database's clock, shifted by the clock setting of the connection.
create or replace function shop_now()
returns timestamp with time zone
language sql
stable
as $$
  select now() + coalesce(nullif(current_setting('felt_and_foil.clock_offset_ms', true), ''), '0')::bigint * interval '1 millisecond'
$$;

-- A random rank for a pack in the order of sale, which nobody can predict.
create or replace function draw_rank()
returns double precision
language sql
as $$
  select ('x' || encode(substr(uuid_send(gen_random_uuid()), 1, 6), 'hex'))::bit(48)::bigint / 281474976710656.0::float8
$$;

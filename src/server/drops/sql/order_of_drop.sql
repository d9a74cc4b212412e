-- The leaf at each place of a drop (`placesOf`, domain/packproof/order.ts).
-- The function computes the order as a verifier does, so that the shop can't write another order.
create or replace function order_of_drop(p_hash bytea, p_signature bytea, p_packs integer)
returns integer[]
language plpgsql
immutable
as $$
declare
  seed bytea := sha256(p_signature);
  inner_pad bytea;
  outer_pad bytea;
  message bytea;
  drawn bytea;
  x numeric;
  whole numeric := 18446744073709551616;
  remaining int[] := array(select generate_series(0, p_packs - 1));
  leaves int[] := '{}'::int[];
  size int := p_packs;
  counter int;
  at int;
begin
  select string_agg(set_byte('\x00', 0, b # 92), '' order by i), string_agg(set_byte('\x00', 0, b # 54), '' order by i)
  into outer_pad, inner_pad
  from (select i, case when i < 32 then get_byte(seed, i) else 0 end as b from generate_series(0, 63) i) bytes;
  for k in 0 .. p_packs - 1 loop
    message := convert_to('packproof/v2/order', 'UTF8') || '\x00'::bytea || p_hash || int4send(k);
    counter := 0;
    loop
      drawn := sha256(outer_pad || sha256(inner_pad || message || int4send(counter)));
      x := ('x' || encode(substr(drawn, 1, 4), 'hex'))::bit(32)::bigint::numeric * 4294967296
        + ('x' || encode(substr(drawn, 5, 4), 'hex'))::bit(32)::bigint::numeric;
      exit when x < div(whole, size) * size;
      counter := counter + 1;
    end loop;
    at := mod(x, size)::int + 1;
    leaves := leaves || remaining[at];
    remaining[at] := remaining[size];
    size := size - 1;
  end loop;
  return leaves;
end
$$;

-- Returns the total value of the cards of each of some packs, by their documents (`sellPrice`, domain/sellback.ts).
create or replace function value_packs(p_packs uuid[])
returns table(pack_id uuid, rarities integer, market bigint, sold_back bigint)
language sql
stable
as $$
  select s.pack_id, bit_or(rarity_bit(c.rarity)), sum(c.market_value)::bigint, sum(c.market_value / 2)::bigint
  from pack_secrets s cross join unnest(s.card_ids) h (card_id) join cards c on c.id = h.card_id
  where s.pack_id = any (p_packs) group by s.pack_id
$$;
revoke execute on function value_packs(uuid[]) from public;

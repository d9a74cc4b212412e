-- Sums up the contents of a type's packs from their documents. If p_withdrawn is true, only of its withdrawn packs.
-- Returns two kinds of rows: a card with its number of copies, and a set of rarities with its number of packs.
create or replace function sum_contents(p_type text, p_withdrawn boolean)
returns table(card_id uuid, rarities integer, times bigint)
language sql
stable
as $$
  with held as (
    select p.pack_id, h.card_id
    from places p join pack_secrets s on s.pack_id = p.pack_id cross join unnest(s.card_ids) h (card_id)
    where p.pack_type_id = p_type and (p.state = 'withdrawn' or not p_withdrawn)
    union all
    -- Packs that were opened before documents existed have no document, so their cards are read instead.
    select p.id, k.card_id from physical_packs p join physical_cards k on k.pack_id = p.id
    where p.pack_type_id = p_type and p.commitment is null and k.bought_as_id is null and not p_withdrawn
  ), sums as (
    select h.pack_id, h.card_id, bit_or(rarity_bit(c.rarity)) as rarities, count(*) as times
    from held h join cards c on c.id = h.card_id
    group by grouping sets ((h.pack_id), (h.card_id))
  )
  select s.card_id, null::int, s.times from sums s where s.card_id is not null
  union all
  select null, s.rarities, count(*) from sums s where s.card_id is null group by s.rarities
$$;
revoke execute on function sum_contents(text,boolean) from public;

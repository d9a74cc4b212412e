-- Returns the bit of a rarity in a set of rarities that is stored as a number (`rarityRank`, domain/card.ts).
create or replace function rarity_bit(p_rarity text)
returns integer
language sql
immutable
as $$
  select 1 << array_position(array['common', 'uncommon', 'rare', 'mythic'], p_rarity)
$$;

-- Sets the potential hits of types with fewer than twenty sealed packs to the most valuable cards that they can hold.
-- There is one hit per name. Hits that were counted from the packs would go on advertising cards that have already been
-- pulled (choice 760).
create or replace function set_possible_hits(p_types text[])
returns void
language sql
as $$
  delete from potential_hits where pack_type_id = any (p_types);
  insert into potential_hits (pack_type_id, place, card_id)
  select pack_type_id, place, card_id from (
    select o.*, row_number() over (partition by pack_type_id order by market_value desc, name, card_id) as place
    from (
      select distinct on (p.pack_type_id, c.name) p.pack_type_id, c.id as card_id, c.name, c.market_value
      from pack_type_cards p join cards c on c.id = p.card_id where p.pack_type_id = any (p_types)
      order by p.pack_type_id, c.name, c.market_value desc, c.id
    ) o
  ) ranked where place <= 10;
$$;
comment on function set_possible_hits(text[]) is 'Sets the potential hits of types with fewer than twenty sealed packs to the most valuable cards that they can hold.';
revoke execute on function set_possible_hits(text[]) from public;
grant execute on function set_possible_hits(text[]) to felt_and_foil_app;

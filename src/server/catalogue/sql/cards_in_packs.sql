-- Returns the cards in counted packs of types for sale, and all possible cards of types without current statistics.
-- The result reveals no more about a single card than packs_of_card does.
create or replace function cards_in_packs()
returns setof uuid
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  with on_sale as materialized (
    select t.id, coalesce(f.sealed = f.packs, false) as is_counted
    from pack_types t left join pack_type_facts f on f.pack_type_id = t.id
    where t.is_available and (select sum(k.packs) from shown_changes k where k.pack_type_id = t.id) > 0
  )
  select k.card_id from on_sale o join counted_cards k on k.pack_type_id = o.id where o.is_counted
  union
  select c.card_id from on_sale o join pack_type_cards c on c.pack_type_id = o.id where not o.is_counted
$$;
comment on function cards_in_packs() is 'Returns the cards in counted packs of types for sale, and all possible cards of types without current statistics.';
revoke execute on function cards_in_packs() from public;
grant execute on function cards_in_packs() to felt_and_foil_app;

-- Returns the line of the margins (domain/margin.ts) to which a holding (a row of `physical_cards`) belongs: the packs
-- of its type and drop, or the singles of its game.
create or replace function line_of_card(p_card uuid)
returns table(line text, game text, pack_type_id text, drop_id uuid)
language sql
stable
as $$
  select case when c.bought_as_id is null then 'packs' else 'singles' end,
    case when c.bought_as_id is null then ts.game else cs.game end,
    case when c.bought_as_id is null then t.id end, case when c.bought_as_id is null then l.drop_id end
  from physical_cards c
  join places l on l.pack_id = c.pack_id join pack_types t on t.id = l.pack_type_id join card_sets ts on ts.id = t.set_id
  join cards k on k.id = c.card_id join card_sets cs on cs.id = k.set_id
  where c.id = p_card
$$;

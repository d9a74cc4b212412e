-- For each type whose packs can hold a card, returns the number of counted packs that hold it, as a sum only.
-- A type without statistics, which has fewer than twenty counted packs, has no figures.
create or replace function packs_of_card(p_card uuid)
returns table(pack_type_id text, packs integer, of_packs integer, counted_at timestamp with time zone, is_current boolean)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  with at as (
    select pack_type_id, null::int as packs, true as can_hold from pack_type_cards where card_id = p_card
    union all
    select pack_type_id, packs, false from counted_cards where card_id = p_card
  ), types as (
    select pack_type_id, max(packs) as packs, bool_or(can_hold) as can_hold from at group by 1
  )
  select t.pack_type_id,
    case when f.packs is not null then coalesce(t.packs, 0) end,
    f.packs, f.counted_at, f.packs is not null
  from types t left join pack_type_facts f on f.pack_type_id = t.pack_type_id
  where t.can_hold or f.packs is not null
$$;
comment on function packs_of_card(uuid) is 'For each type whose packs can hold a card, returns the number of counted packs that hold it, as a sum only.';
revoke execute on function packs_of_card(uuid) from public;
grant execute on function packs_of_card(uuid) to felt_and_foil_app;

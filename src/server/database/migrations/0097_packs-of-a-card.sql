-- In which packs a card can be is looked up from the card, not from every pack type (docs/speed.md): what it costs follows
-- the types that have the card, however many types and cards there are.

create index pack_type_cards_of_card on pack_type_cards (card_id);
--> statement-breakpoint
create or replace function packs_of_card(p_card uuid)
returns table (pack_type_id text, packs int, of_packs int, counted_at timestamptz, is_current boolean)
language sql stable security definer set search_path = public, pg_temp
as $$
  with at as (
    select pack_type_id, null::int as packs, true as can_hold from pack_type_cards where card_id = p_card
    union all
    select pack_type_id, packs, false from counted_cards where card_id = p_card
  ), types as (
    select pack_type_id, max(packs) as packs, bool_or(can_hold) as can_hold from at group by 1
  )
  select t.pack_type_id,
    case when f.sealed = f.packs then coalesce(t.packs, 0)
      else (select max(h.packs) from potential_hits h where h.pack_type_id = t.pack_type_id and h.card_id = p_card) end,
    f.packs, f.counted_at, f.sealed = f.packs
  from types t left join pack_type_facts f on f.pack_type_id = t.pack_type_id
  where t.can_hold or f.sealed = f.packs
$$;

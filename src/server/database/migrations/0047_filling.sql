-- How many cards of each kind a pack of a type holds on average, for the estimate of what a pack is worth.
alter table pack_types add column filling jsonb not null default '[]';
--> statement-breakpoint
comment on column pack_types.filling is
  'How many cards of each kind (set, the source''s rarity, finish) a pack holds on average; empty while nobody knows. For operators.';
--> statement-breakpoint

-- The same of the packs of a type, in stock or sold. Like the odds (count_odds) it is counted from twenty
-- packs on, and below says nothing: with so few, means would tell what is in them.
create function count_filling(p_type text) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  with counted as (
    select p.id from physical_packs p
    where p.pack_type_id = p_type and p.state not in ('intake', 'withdrawn')
  ), total as (
    select count(*) as packs from counted
  ), kinds as (
    select c.set_id, c.native_rarity, c.finish, round(count(*)::numeric / min(total.packs), 4) as per_pack
    from counted
    cross join total
    join physical_cards k on k.pack_id = counted.id
    join cards c on c.id = k.card_id
    where total.packs >= 20
    group by c.set_id, c.native_rarity, c.finish
  )
  select coalesce(jsonb_agg(jsonb_build_object('setId', set_id, 'nativeRarity', native_rarity,
    'finish', finish, 'perPack', per_pack) order by set_id, native_rarity, finish), '[]')
  from kinds
$$;
--> statement-breakpoint
revoke execute on function count_filling(text) from public;
--> statement-breakpoint
grant execute on function count_filling(text) to felt_and_foil_app;
--> statement-breakpoint
update pack_types set filling = count_filling(id) where odds_counted;

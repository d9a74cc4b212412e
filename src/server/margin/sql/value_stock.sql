-- Values the shop's packs and singles at cost and at market now, and what customers can still demand:
-- credits, sell-backs, parcels and sealed packs.
create or replace function value_stock()
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  perform pg_advisory_xact_lock(7046052);
  delete from stock_values;
  insert into stock_values (line, game, pack_type_id, pieces, without_cost, cost, market)
  select 'packs', s.game, l.pack_type_id, l.pieces, l.pieces - l.costed, l.cost, l.pieces * f.market_mean
  from (
    select p.pack_type_id, count(*)::int as pieces, count(c.pack_id)::int as costed, coalesce(sum(c.cost), 0)::bigint as cost
    from places p left join pack_costs c on c.pack_id = p.pack_id
    where p.state in ('available', 'waiting', 'reserved', 'withdrawn') group by 1
  ) l
  join pack_types t on t.id = l.pack_type_id join card_sets s on s.id = t.set_id
  left join pack_type_facts f on f.pack_type_id = l.pack_type_id
  union all
  select 'singles', s.game, null, count(*)::int, 0, sum(h.paid)::bigint, sum(k.market_value)::bigint
  from house_cards h join cards k on k.id = h.card_id join card_sets s on s.id = k.set_id
  where h.state not in ('sold', 'lost', 'sold_elsewhere') group by s.game;

  delete from owed_values;
  insert into owed_values (valued_at, credits_bought, credits_earned, debts, sellable_cards, sellable_value, sellable_market, parcels, parcel_cards, parcel_market,
    sealed_packs, lost_singles, lost_singles_cost)
  select shop_now(), m.bought, m.earned, m.debts, a.cards, a.value, a.market, p.parcels, p.cards, p.market, s.packs, l.cards, l.cost
  from (
    select coalesce(sum(coalesce(bought, 0)) filter (where owner_id is not null), 0)::bigint as bought,
      coalesce(sum(balance - coalesce(bought, 0)) filter (where owner_id is not null), 0)::bigint as earned,
      coalesce(sum(balance) filter (where debtor_id is not null), 0)::bigint as debts
    from ledger_accounts where balance > 0
  ) m, (
    select count(*)::int as cards, coalesce(sum(least(k.market_value / 2, c.cost / 2)), 0)::bigint as value,
      coalesce(sum(k.market_value), 0)::bigint as market
    from physical_cards c join cards k on k.id = c.card_id where c.status = 'available'
  ) a, (
    select count(distinct s.id)::int as parcels, count(c.id)::int as cards, coalesce(sum(k.market_value), 0)::bigint as market
    from shipments s left join shipment_cards h on h.shipment_id = s.id and h.is_live
    left join physical_cards c on c.id = h.card_id left join cards k on k.id = c.card_id
    where s.state in ('requested', 'packed', 'shipped')
  ) p, (
    select count(*)::int as packs from places where state in ('sold', 'disputed')
  ) s, (
    select count(*)::int as cards, coalesce(sum(paid), 0)::bigint as cost from house_cards where state = 'lost'
  ) l;
end $$;
comment on function value_stock() is 'Values the shop''s packs and singles at cost and at market, and what customers could still ask for, as of now.';
revoke execute on function value_stock() from public;
grant execute on function value_stock() to felt_and_foil_app;

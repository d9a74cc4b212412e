-- The audit: types whose statistics differ from their packs' documents. Does not reveal what the packs contain.
-- Types that are due for a recount are left out.
create or replace function facts_counted_wrong()
returns setof text
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  with due as materialized (
    select coalesce(d.pack_type_id, p.pack_type_id) as pack_type_id from facts_due d left join places p on p.pack_id = d.pack_id group by 1
  ), settled as materialized (
    select id from pack_types t
    where not exists (select from due where pack_type_id is null) and not exists (select from due where pack_type_id = t.id)
  ), held as materialized (
    select k.pack_type_id, h.card_id, count(distinct k.pack_id) as packs, count(*) as copies
    from counted_packs k join pack_secrets s on s.pack_id = k.pack_id cross join unnest(s.card_ids) h (card_id)
    where k.is_counted group by 1, 2
  ), wrong as (
    select coalesce(k.pack_type_id, p.pack_type_id) as type
    from (select * from places where state not in ('opened', 'withdrawn')) p full join counted_packs k on k.pack_id = p.pack_id
    where p.pack_type_id is distinct from k.pack_type_id
    union all
    -- During a drop's sale, the statistics must cover that drop's packs and no others.
    select k.pack_type_id from counted_packs k join places p on p.pack_id = k.pack_id
    left join drops d on d.pack_type_id = k.pack_type_id and d.state in ('open', 'paused')
    where case when d.id is null then k.is_aside else k.is_counted <> coalesce(p.drop_id = d.id, false) end
    union all
    select k.pack_type_id from counted_packs k left join value_packs(array(select pack_id from counted_packs)) v on v.pack_id = k.pack_id
    where k.is_counted and (k.rarities, k.market, k.sold_back) is distinct from (v.rarities, v.market, v.sold_back)
    union all
    select coalesce(h.pack_type_id, c.pack_type_id)
    from held h full join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where (h.packs, h.copies) is distinct from (c.packs, c.copies)
    union all
    select t.id from pack_types t left join lateral count_facts(t.id) c on true left join pack_type_facts f on f.pack_type_id = t.id
    where c.packs is not null and to_jsonb(c) - 'counted_at' is distinct from to_jsonb(f) - 'counted_at'
      or c.packs is null and f.pack_type_id is not null
    union all
    select h.pack_type_id from potential_hits h join pack_type_facts f on f.pack_type_id = h.pack_type_id
    left join counted_cards c on c.pack_type_id = h.pack_type_id and c.card_id = h.card_id
    where h.packs is distinct from c.packs
  )
  select distinct s.id from settled s join wrong w on w.type = s.id
$$;
revoke execute on function facts_counted_wrong() from public;
grant execute on function facts_counted_wrong() to felt_and_foil_app;

-- Returns what journals earned and spent, by day and by what they were for (`MARGIN_FIGURES`, domain/margin.ts). These
-- are the journals from `p_from` to before `p_to`, and those in `p_late`. Amounts of a whole order, such as a refund or
-- the card provider's fee, are split over the things that they are about, in proportion to what was paid for each. The
-- parts are differences of a rounded running sum, so they add up to the cent.
create or replace function margin_lines(p_from timestamp with time zone, p_to timestamp with time zone, p_late uuid[])
returns table(day date, line text, game text, pack_type_id text, drop_id uuid, figure text, amount bigint)
language sql
stable
as $$
  with posted as materialized (
    select j.id, j.kind, j.reference_id, (j.created_at at time zone 'UTC')::date as day
    from journals j where j.created_at >= p_from and j.created_at < p_to
    union all
    select j.id, j.kind, j.reference_id, (j.created_at at time zone 'UTC')::date
    from journals j where j.id = any (p_late)
  ), paid_by as materialized (
    -- The payment of each journal that is about a refund, a dispute or a fee of the card provider.
    select a.id, y.purpose, y.subject_id
    from (
      select p.id, f.payment_id from posted p join refunds f on f.id = p.reference_id where p.kind in ('take_back', 'refund')
      union all
      select p.id, f.payment_id from posted p join refund_debts b on b.id = p.reference_id join refunds f on f.id = b.refund_id
      where p.kind = 'refund_debt'
      union all
      select p.id, d.payment_id from posted p join disputes d on d.id = p.reference_id where p.kind = 'dispute_lost'
      union all
      select p.id, d.payment_id from posted p join dispute_fees e on e.id = p.reference_id and e.kind = p.kind
      join disputes d on d.id = e.dispute_id where p.kind in ('dispute_fee', 'dispute_fee_returned')
      union all
      select p.id, y.id from posted p join provider_movements m on m.id = p.reference_id join payments y on y.intent_id = m.intent_id
      where p.kind = 'card_fee'
    ) a join payments y on y.id = a.payment_id
  ), of_order as materialized (
    select p.id, p.day, true as is_sale, o.id as order_id, o.discount
    from posted p join orders o on o.id = p.reference_id and o.paid_at is not null
    where p.kind = 'pack_purchase'
    union all
    select p.id, p.day, false, o.id, o.discount
    from posted p join paid_by y on y.id = p.id and y.purpose = 'order' join orders o on o.id = y.subject_id
    union all
    select p.id, p.day, false, o.id, o.discount
    from posted p join order_singles s on s.new_card_id = p.reference_id join orders o on o.id = s.order_id
    where p.kind = 'refund'
  ), bought as materialized (
    select distinct order_id, discount from of_order
  ), things as materialized (
    select b.order_id, 'packs' as line, s.game, w.pack_type_id, w.drop_id, w.pack_id as thing, l.unit_price as price,
      null::bigint as discount, w.returned_by, c.cost
    from bought b
    cross join lateral (
      select p.pack_id, p.pack_type_id, p.drop_id, null::uuid as returned_by from places p
      where p.reservation_id = b.order_id and p.state in ('sold', 'disputed', 'opened')
      union all
      select r.pack_id, p.pack_type_id, p.drop_id, journal_of_return(r.reservation_id, r.returned_at)
      from pack_returns r join places p on p.pack_id = r.pack_id where r.reservation_id = b.order_id
    ) w
    join order_lines l on l.order_id = b.order_id and l.pack_type_id = w.pack_type_id
    join pack_types t on t.id = w.pack_type_id join card_sets s on s.id = t.set_id
    left join pack_costs c on c.pack_id = w.pack_id
    union all
    select b.order_id, 'singles', s.game, null, null, o.house_card_id, o.unit_price, o.discount,
      case
        when o.refund_id is not null then (select j.id from journals j where j.kind = 'take_back' and j.reference_id = o.refund_id)
        when o.refunded_at is not null then (select j.id from journals j where j.kind = 'refund' and j.reference_id = o.new_card_id)
        when exists (select from physical_cards c where c.id = o.new_card_id and c.status = 'reclaimed') then (
          select j.id from payments y join disputes d on d.payment_id = y.id
          join journals j on j.kind = 'dispute_lost' and j.reference_id = d.id
          where y.purpose = 'order' and y.subject_id = o.order_id order by j.created_at limit 1)
      end, h.paid
    from bought b join order_singles o on o.order_id = b.order_id join house_cards h on h.id = o.house_card_id
    join cards k on k.id = h.card_id join card_sets s on s.id = k.set_id
  ), discounted as materialized (
    -- The discount of each single is stored. The rest of an order's discount is split over its packs.
    select t.*, coalesce(t.discount, case when of_packs.price = 0 then 0 else
      floor(of_packs.discount * t.until / of_packs.price) - floor(of_packs.discount * (t.until - t.price) / of_packs.price) end)::bigint as off
    from (
      select t.*, sum(case when t.discount is null then t.price else 0 end) over (partition by t.order_id order by t.thing) as until
      from things t
    ) t
    join (
      select b.order_id, sum(case when t.discount is null then t.price else 0 end) as price, b.discount - coalesce(sum(t.discount), 0) as discount
      from bought b join things t on t.order_id = b.order_id group by b.order_id, b.discount
    ) of_packs on of_packs.order_id = t.order_id
  ), undone as materialized (
    select distinct t.returned_by as id from things t where t.returned_by is not null
  ), paid as materialized (
    select d.order_id, sum(d.price - d.off) as net from discounted d group by 1
  ), moved as materialized (
    select p.id, p.day, a.figure, sum(a.amount)::bigint as amount
    from posted p join transfers t on t.journal_id = p.id
    cross join lateral (values (t.credit_account_id, t.amount), (t.debit_account_id, -t.amount)) side (account, amount)
    cross join lateral (
      select side.amount, case side.account
        when 'house:sales' then case when p.kind = 'pack_purchase' then 'net' else 'refunds' end
        when 'house:fees' then 'fees' when 'house:shipping' then 'shipping'
        when 'house:buyback' then case p.kind when 'card_conversion' then 'converted' else 'bought_back' end
        when 'house:promotions' then 'gifts' when 'house:card_fees' then 'provider_fees'
        when 'house:losses' then 'losses' when 'house:dispute_losses' then 'losses' end as figure
    ) a where a.figure is not null group by p.id, p.day, a.figure
  ), shares as materialized (
    select o.id, d.line, d.game, d.pack_type_id, d.drop_id, sum(d.price - d.off) as weight
    from of_order o join discounted d on d.order_id = o.order_id
    where o.is_sale or d.returned_by = o.id
      or o.id not in (select u.id from undone u)
    group by 1, 2, 3, 4, 5
    union all
    select p.id, l.line, l.game, l.pack_type_id, l.drop_id, 1
    from posted p cross join lateral line_of_card(p.reference_id) l
    where p.kind in ('card_sale', 'card_conversion') or p.kind = 'loss' and exists (select from card_losses c where c.card_id = p.reference_id)
  ), placed as materialized (
    select id, line, game, pack_type_id, drop_id, weight from shares
    union all
    select p.id, case
        when p.kind = 'shipping_fee' or y.purpose = 'shipment'
          or p.kind in ('refund', 'loss') and exists (select from shipments s where s.id = p.reference_id) then 'parcels'
        when p.kind = 'credit_purchase' or y.purpose = 'top_up' then 'credits' else 'shop' end, null, null, null, 1
    from posted p left join paid_by y on y.id = p.id where not exists (select from shares s where s.id = p.id)
  ), split as (
    select w.day, w.line, w.game, w.pack_type_id, w.drop_id, w.figure,
      sign(w.amount) * (floor(abs(w.amount) * w.until / w.whole) - floor(abs(w.amount) * (w.until - w.weight) / w.whole)) as amount
    from (
      select m.day, m.figure, m.amount, p.*, sum(p.weight) over (partition by m.id, m.figure) as whole,
        sum(p.weight) over (partition by m.id, m.figure order by p.line, p.game, p.pack_type_id, p.drop_id) as until
      from moved m join (
        -- If everything was free, all things have the same weight.
        select id, line, game, pack_type_id, drop_id, weight + (sum(weight) over (partition by id) = 0)::int as weight from placed
      ) p on p.id = m.id where m.figure <> 'net'
    ) w
  ), sold as (
    select o.day, d.line, d.game, d.pack_type_id, d.drop_id, d.thing, d.price, d.off, d.cost, o.is_sale,
      case when o.is_sale then 1 else -1 end as times
    from of_order o join discounted d on d.order_id = o.order_id where o.is_sale or d.returned_by = o.id
  )
  select a.day, a.line, a.game, a.pack_type_id, a.drop_id, a.figure, sum(a.amount)::bigint
  from (
    select * from split
    union all
    select s.day, s.line, s.game, s.pack_type_id, s.drop_id, f.figure, f.amount
    from sold s cross join lateral (values
      ('sold', case when s.is_sale then s.price end), ('discounts', case when s.is_sale then -s.off end),
      (case s.line when 'packs' then 'pack_count' else 'single_count' end, s.times),
      (case s.line when 'packs' then 'pack_cost' else 'single_cost' end, -s.times * s.cost),
      ('packs_without_cost', case when s.line = 'packs' and s.cost is null then s.times end)
    ) f (figure, amount)
    union all
    -- A sold single bears what the shop paid for it. The line that it came from gets this amount back (choice 966).
    select s.day, l.line, l.game, l.pack_type_id, l.drop_id, 'recovered', s.times * s.cost
    from sold s cross join lateral line_of_card(s.thing) l where s.line = 'singles'
    union all
    -- The part of a sale's amount that is for nothing in its order's list.
    select o.day, 'shop', null, null, null, 'sold', coalesce(m.amount, 0) - coalesce(d.net, 0)
    from of_order o left join moved m on m.id = o.id and m.figure = 'net' left join paid d on d.order_id = o.order_id
    where o.is_sale
    union all
    -- A sale without an order, which only the database's owner can insert.
    select m.day, 'shop', null, null, null, 'sold', m.amount from moved m
    where m.figure = 'net' and not exists (select from of_order o where o.id = m.id)
  ) a group by 1, 2, 3, 4, 5, 6 having sum(a.amount) <> 0
$$;

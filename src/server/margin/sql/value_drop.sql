-- Stores today's credit values of a drop's packs: of all with which it began (except withdrawn ones), and of those that
-- were opened in it. Stores nothing while one to nineteen of these packs are sealed, because the difference of the two
-- values would show what these few contain (choice 380).
create or replace function value_drop(p_drop uuid)
returns void
language sql
security definer
set search_path to 'public', 'pg_temp'
as $$
  insert into drop_returns (drop_id, packs, opened, designed_sum, designed_squares, opened_sum, paid_back, valued_at)
  select p_drop, count(*), count(*) filter (where l.is_opened), sum(v.sold_back), sum(v.sold_back::numeric * v.sold_back),
    coalesce(sum(v.sold_back) filter (where l.is_opened), 0), coalesce(sum(l.paid) filter (where l.is_opened), 0), shop_now()
  from (
    select d.pack_id, p.state = 'opened' and p.drop_id = p_drop as is_opened,
      (select sum(c.exit_price) from physical_cards c
       where c.pack_id = d.pack_id and c.bought_as_id is null and c.status in ('sold', 'converted')) as paid
    from drop_leaves d join places p on p.pack_id = d.pack_id
    -- Nobody could draw a withdrawn pack. The public log names it.
    where d.drop_id = p_drop and p.state <> 'withdrawn'
  ) l
  join value_packs(array(select pack_id from drop_leaves where drop_id = p_drop)) v on v.pack_id = l.pack_id
  having count(*) - count(*) filter (where l.is_opened) >= 20 or count(*) = count(*) filter (where l.is_opened) and count(*) > 0
  on conflict (drop_id) do update set packs = excluded.packs, opened = excluded.opened, designed_sum = excluded.designed_sum,
    designed_squares = excluded.designed_squares, opened_sum = excluded.opened_sum, paid_back = excluded.paid_back,
    valued_at = excluded.valued_at
$$;
comment on function value_drop(uuid) is 'Values the packs of a drop at today''s credit values: all that it began with, and those that were opened in it.';
revoke execute on function value_drop(uuid) from public;
grant execute on function value_drop(uuid) to felt_and_foil_app;

-- Counts the cards of opened packs, each pack once.
create or replace function count_opened(p_packs uuid[])
returns void
language sql
as $$
  with opened as (
    insert into opened_packs (pack_id, pack_type_id, opened_at, market)
    select p.pack_id, p.pack_type_id, o.opened_at, v.market
    from places p join openings o on o.pack_id = p.pack_id join value_packs(p_packs) v on v.pack_id = p.pack_id
    where p.pack_id = any (p_packs)
    on conflict do nothing returning pack_id
  )
  insert into opened_cards as c (card_id, copies)
  select h.card_id, count(*) from opened o join pack_secrets s on s.pack_id = o.pack_id cross join unnest(s.card_ids) h (card_id)
  group by 1 on conflict (card_id) do update set copies = c.copies + excluded.copies
$$;
comment on function count_opened(uuid[]) is 'Counts the cards of opened packs, each pack once.';
revoke execute on function count_opened(uuid[]) from public;

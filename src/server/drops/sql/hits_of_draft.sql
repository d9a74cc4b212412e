-- The most valuable cards in a draft's packs, as settle_next_facts would list them.
create or replace function hits_of_draft(p_id uuid, p_succeeds uuid)
returns table(card_id uuid, packs integer)
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select o.card_id, o.packs from (
    select distinct on (c.name) h.card_id, h.packs, c.name, c.market_value
    from (
      select k.card_id, count(distinct s.pack_id)::int as packs
      from pack_secrets s cross join unnest(s.card_ids) k (card_id)
      where s.pack_id = any (packs_of_draft(p_id, p_succeeds)) group by 1
    ) h join cards c on c.id = h.card_id
    order by c.name, c.market_value desc, c.id
  ) o order by o.market_value desc, o.name, o.card_id limit 10
$$;
comment on function hits_of_draft(uuid,uuid) is 'The most valuable cards in a draft''s packs, as settle_next_facts would list them.';
revoke execute on function hits_of_draft(uuid,uuid) from public;
grant execute on function hits_of_draft(uuid,uuid) to felt_and_foil_app;

-- Opens packs of many users and reveals their cards. The users own the packs, or are buying them in this transaction.
-- `p_orders`: the buyers' orders, or null if the users already own the packs.
create or replace function open_packs_of_each(p_users uuid[], p_orders uuid[], p_openings uuid[], p_places uuid[], p_convert_after interval)
returns table(opening_id uuid, pack_id uuid, pack_type_id text, opened_at timestamp with time zone, pack_name text, card_position smallint, id uuid, card_id uuid, condition text, name text, rarity text, native_rarity text, finish text, market_value bigint, set_name text, remote text, photograph text)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
set enable_seqscan to 'off'
as $$
#variable_conflict use_column
declare
  at timestamptz := shop_now();
begin
  return query
  with opened as (
    update places l set state = 'opened', buyer_id = w.user_id, reservation_id = coalesce(w.order_id, l.reservation_id)
    from unnest(p_users, p_orders, p_openings, p_places) as w (user_id, order_id, opening_id, place_id),
      physical_packs p join pack_secrets s on s.pack_id = p.id
    where l.id = w.place_id and p.id = l.pack_id
      and (case when w.order_id is null then l.buyer_id = w.user_id and l.state = 'sold' else l.state = 'available' end)
      and p.commitment = pack_commitment(s.salt, s.document)
    -- A card's time stands still during its owner's break. A user who buys the pack in this transaction is on no break.
    returning case when w.order_id is null then time_standing_still(w.user_id) else interval '0' end as still,
      w.opening_id, w.user_id, l.pack_id, l.pack_type_id, s.document, s.card_ids, s.physical_card_ids
  ), recorded as (
    insert into openings (id, pack_id, user_id, opened_at)
    select o.opening_id, o.pack_id, o.user_id, at from opened o
  ), revealed as (
    insert into physical_cards (id, pack_id, card_id, position, condition, status, opened_by_id, opened_at, auto_convert_at)
    select h.id, o.pack_id, h.card_id, h.position, h.condition, 'available', o.user_id, at, at + p_convert_after + o.still
    from opened o cross join lateral rows from (
      unnest(o.physical_card_ids), unnest(o.card_ids), jsonb_to_recordset(o.document::jsonb->'cards') as (condition text)
    ) with ordinality as h (id, card_id, condition, position)
    returning id, pack_id, card_id, position, condition
  )
  select o.opening_id, o.pack_id, o.pack_type_id, at, t.name, r.position, r.id, r.card_id, r.condition, c.*
  from revealed r
  join opened o on o.pack_id = r.pack_id
  join pack_types t on t.id = o.pack_type_id
  -- `lateral` forces an index lookup per card. Without it, the planner would overestimate the number of cards and read
  -- the whole catalogue.
  cross join lateral (
    select c.name, c.rarity, c.native_rarity, c.finish, c.market_value, s.name as set_name, c.image_url as remote,
      (select f.picture from card_photographs f where f.pack_id = r.pack_id and f.position = r.position) as photograph
    from cards c join card_sets s on s.id = c.set_id where c.id = r.card_id limit 1
  ) c
  order by o.pack_id, r.position;
end
$$;
comment on function open_packs_of_each(uuid[],uuid[],uuid[],uuid[],interval) is 'Opens packs of many people, whose they are or who have just bought them, and reveals their cards.';
revoke execute on function open_packs_of_each(uuid[],uuid[],uuid[],uuid[],interval) from public;
grant execute on function open_packs_of_each(uuid[],uuid[],uuid[],uuid[],interval) to felt_and_foil_app;

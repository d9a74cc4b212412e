-- The audit: packs whose document is missing, does not match the commitment, or differs from the cards that came out.
-- Packs with a card that another pack also contains are included. Does not reveal what the packs contain.
create or replace function packs_unlike_their_documents()
returns setof uuid
language sql
stable security definer
set search_path to 'public', 'pg_temp'
as $$
  select p.id
  from physical_packs p
  join pack_types t on t.id = p.pack_type_id
  left join places l on l.pack_id = p.id
  left join pack_secrets s on s.pack_id = p.id
  left join lateral (
    select array_agg(c.id order by c.position) as ids, array_agg(c.card_id order by c.position) as card_ids,
      jsonb_agg(c.condition order by c.position) as conditions
    from physical_cards c where l.state = 'opened' and c.pack_id = p.id and c.bought_as_id is null
  ) k on true
  where p.commitment is distinct from pack_commitment(s.salt, s.document)
    or s.pack_id is null and l.state <> 'opened'
    or cardinality(s.card_ids) <> t.card_count or cardinality(s.physical_card_ids) <> t.card_count
    or l.state = 'opened' and (k.ids, k.card_ids, k.conditions) is distinct from
      (s.physical_card_ids, s.card_ids, jsonb_path_query_array(s.document::jsonb, '$.cards[*].condition'))
      and s.pack_id is not null
  union all
  select s.pack_id from pack_secrets s cross join unnest(s.physical_card_ids) h (id)
  join physical_cards c on c.id = h.id where c.pack_id <> s.pack_id
  union all
  select (array_agg(s.pack_id))[1] from pack_secrets s cross join unnest(s.physical_card_ids) h (id)
  group by h.id having count(*) > 1
$$;
revoke execute on function packs_unlike_their_documents() from public;
grant execute on function packs_unlike_their_documents() to felt_and_foil_app;

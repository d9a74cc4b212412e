-- Returns the promises that a pack with this document breaks (`promisesBrokenBy`, domain/pack-promises.ts).
create or replace function promises_broken_by(p_document text, p_foil boolean, p_rarity text, p_hits integer)
returns text[]
language sql
immutable
as $$
  select array_remove(array[
    case when p_foil and not bool_or(c.finish <> 'normal') then 'promisesFoil' end,
    case when bool_and(rarity_bit(c.rarity) < rarity_bit(p_rarity)) then 'promisesRarity' end,
    case when count(*) filter (where c.rarity in ('rare', 'mythic')) < p_hits then 'promisesHits' end
  ], null)
  from jsonb_to_recordset(p_document::jsonb->'cards') as c (finish text, rarity text)
$$;
comment on function promises_broken_by(text,boolean,text,integer) is 'Returns the promises that a pack with this document breaks.';
revoke execute on function promises_broken_by(text,boolean,text,integer) from public;

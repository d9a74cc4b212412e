-- The place of a condition from best to worst (`CONDITIONS` in `domain/card.ts`); null for an unknown one.
create or replace function condition_rank(p_condition text)
returns integer
language sql
immutable
as $$
  select array_position(array['Near Mint', 'Lightly Played', 'Moderately Played', 'Heavily Played', 'Damaged'], p_condition)
$$;
comment on function condition_rank(text) is 'The place of a condition from best to worst; null for an unknown one.';

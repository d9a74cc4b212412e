-- Whether a value is a list of a game's words, each once in any case and with a known meaning (`Game`, domain/game.ts).
create or replace function are_game_words(p_words jsonb, p_kind text, p_known text[])
returns boolean
language sql
immutable
as $$
  select jsonb_typeof(p_words) = 'array' and (
    select count(*) = count(distinct lower(one ->> 'word')) and
      coalesce(bool_and(coalesce(length(btrim(one ->> 'word')) between 1 and 60 and one ->> p_kind = any (p_known), false)), true)
    from jsonb_array_elements(case when jsonb_typeof(p_words) = 'array' then p_words else '[]' end) one
  )
$$;

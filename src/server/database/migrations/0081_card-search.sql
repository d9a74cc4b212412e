-- Cards are searched as one types: by a part of the name, however it is spelt, by the number, and by the set.
create index cards_name_parts on cards using gin (lower(name) gin_trgm_ops);
--> statement-breakpoint
comment on index cards_name_parts is 'Parts of names, and names that are like a word.';
--> statement-breakpoint
create index cards_by_number on cards (lower(number) text_pattern_ops);
--> statement-breakpoint
create index cards_by_name on cards (lower(name), id);
--> statement-breakpoint
create index cards_by_rarity on cards (array_position(array['common', 'uncommon', 'rare', 'mythic'], rarity) desc, id);
--> statement-breakpoint

-- How many cards there are of each kind: who pages through a hundred thousand has them counted already.
create table card_counts (
  set_id text not null,
  rarity text not null,
  finish text not null,
  cards int not null,
  primary key (set_id, rarity, finish)
);
--> statement-breakpoint
comment on table card_counts is 'How many cards of the catalogue are in each set, of each rarity and finish. Kept by a trigger of cards.';
--> statement-breakpoint
revoke all on card_counts from felt_and_foil_app;
--> statement-breakpoint
grant select on card_counts to felt_and_foil_app;
--> statement-breakpoint
create function count_cards() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into card_counts as c (set_id, rarity, finish, cards)
    select set_id, rarity, finish, count(*) from after group by 1, 2, 3 order by 1, 2, 3
    on conflict (set_id, rarity, finish) do update set cards = c.cards + excluded.cards;
  else
    insert into card_counts as c (set_id, rarity, finish, cards)
    select set_id, rarity, finish, sum(cards) from (
      select a.set_id, a.rarity, a.finish, 1 as cards from after a join before b on b.id = a.id
      where (a.set_id, a.rarity, a.finish) <> (b.set_id, b.rarity, b.finish)
      union all
      select b.set_id, b.rarity, b.finish, -1 from after a join before b on b.id = a.id
      where (a.set_id, a.rarity, a.finish) <> (b.set_id, b.rarity, b.finish)
    ) moved group by 1, 2, 3 order by 1, 2, 3
    on conflict (set_id, rarity, finish) do update set cards = c.cards + excluded.cards;
  end if;
  return null;
end $$;
--> statement-breakpoint
comment on function count_cards() is 'Keeps card_counts. Cards are never deleted.';
--> statement-breakpoint
revoke execute on function count_cards() from public;
--> statement-breakpoint
create trigger cards_count_new after insert on cards
  referencing new table as after for each statement execute function count_cards();
--> statement-breakpoint
create trigger cards_count_changed after update on cards
  referencing old table as before new table as after for each statement execute function count_cards();
--> statement-breakpoint
insert into card_counts (set_id, rarity, finish, cards) select set_id, rarity, finish, count(*) from cards group by 1, 2, 3;
--> statement-breakpoint

-- Its settings are known to a session that has used it: an owner who is no superuser may not name them before.
select word_similarity('', '');
--> statement-breakpoint
-- Fewer letters in common than pg_trgm asks for by itself: two letters that changed places are still the same name.
create function cards_called_like(p_words text) returns table (card_id uuid, likeness real)
language sql stable rows 50
set pg_trgm.word_similarity_threshold = '0.45'
as $$
  select id, word_similarity(lower(p_words), lower(name)) from cards
  where lower(p_words) <% lower(name) order by 2 desc, market_value desc, id limit 200
$$;
--> statement-breakpoint
comment on function cards_called_like(text) is 'The cards whose names are most like some words, however those are spelt.';
--> statement-breakpoint

-- The cards that packs for sale can be bought for: those in counted packs, and all that a type can hold whose packs are
-- not counted. Of a card it says no more than packs_of_card does.
create function cards_in_packs() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  with on_sale as materialized (
    select t.id, coalesce(f.sealed = f.packs, false) as is_counted
    from pack_types t left join pack_type_facts f on f.pack_type_id = t.id
    where t.is_available and (select sum(k.packs) from shown_changes k where k.pack_type_id = t.id) > 0
  )
  select k.card_id from on_sale o join counted_cards k on k.pack_type_id = o.id where o.is_counted
  union
  select c.card_id from on_sale o join pack_type_cards c on c.pack_type_id = o.id where not o.is_counted
$$;
--> statement-breakpoint
comment on function cards_in_packs() is 'The cards that are in counted packs of types for sale, or can be in those of types without figures of today.';
--> statement-breakpoint
revoke execute on function cards_in_packs() from public;
--> statement-breakpoint
grant execute on function cards_in_packs() to felt_and_foil_app;

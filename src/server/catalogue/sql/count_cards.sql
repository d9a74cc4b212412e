-- Maintains card_counts as cards are added and change. Cards are never deleted.
create or replace function count_cards()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
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
comment on function count_cards() is 'Maintains card_counts as cards are added and change. Cards are never deleted.';
revoke execute on function count_cards() from public;

create or replace trigger cards_count_new after insert on cards referencing new table as after
for each statement execute function count_cards();
create or replace trigger cards_count_changed after update on cards referencing old table as before new table as after
for each statement execute function count_cards();

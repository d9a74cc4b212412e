-- Copies game, set, rarity and grader's label of its card into a new row of `house_cards`, so that lists can filter by
-- them.
create or replace function describe_house_card()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  select s.game, c.set_id, c.rarity into new.game, new.set_id, new.rarity
  from cards c join card_sets s on s.id = c.set_id where c.id = new.card_id;
  -- Only few packs hold graded cards, so only their documents are read.
  if exists (select from card_labels l where l.pack_id = new.pack_id) then
    select p.document::jsonb -> 'cards' -> (new.position - 1) ->> 'label' into new.label
    from pack_secrets p where p.pack_id = new.pack_id;
  end if;
  return new;
end
$$;
comment on function describe_house_card() is 'Copies game, set, rarity and grader''s label of its card into a new row of `house_cards`, so that lists can filter by them.';
revoke execute on function describe_house_card() from public;

create or replace trigger house_cards_describe before insert on house_cards
for each row execute function describe_house_card();

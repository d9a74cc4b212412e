-- Updates the set and the rarity that are stored with the house's cards, when they change in the catalogue.
create or replace function describe_house_cards_again()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  update house_cards h set game = s.game, set_id = new.set_id, rarity = new.rarity
  from card_sets s where s.id = new.set_id and h.card_id = new.id;
  return null;
end
$$;
comment on function describe_house_cards_again() is 'The house''s cards follow their card, if it changes its set or its rarity.';
revoke execute on function describe_house_cards_again() from public;

create or replace trigger cards_describe_house_cards after update on cards
for each row when (old.set_id is distinct from new.set_id or old.rarity is distinct from new.rarity)
execute function describe_house_cards_again();

-- Records that the shop's settings changed.
-- The record is a row among the records of changed pack types, under a name that no pack type can have.
create or replace function note_shop()
returns trigger
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  insert into shown_changes (pack_type_id, changes) values ('/shop', 1);
  return null;
end $$;
comment on function note_shop() is 'Records that the shop''s settings changed.';
revoke execute on function note_shop() from public;

create or replace trigger shop_settings_note_new after insert on shop_settings
for each statement execute function note_shop();
create or replace trigger shop_texts_note_new after insert on shop_texts
for each statement execute function note_shop();
create or replace trigger tax_settings_note_new after insert on tax_settings
for each statement execute function note_shop();
create or replace trigger sales_places_note_new after insert on sales_places
for each statement execute function note_shop();
create or replace trigger parcel_tariffs_note_new after insert on parcel_tariffs
for each statement execute function note_shop();
create or replace trigger shop_opening_note_new after insert on shop_opening
for each statement execute function note_shop();
create or replace trigger games_note_changes after insert or update or delete on games
for each statement execute function note_shop();

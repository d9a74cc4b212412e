-- What an operator says of the shop: one row for each time it was saved, never changed, so that a receipt of before can
-- say who sold then. The newest is what holds; without any, what the environment and the product say (docs/choices.md, 300).
create table shop_settings (
  version int primary key,
  name text not null,
  colour text not null,
  contact_email text not null,
  twitter_url text,
  facebook_url text,
  instagram_url text,
  youtube_url text,
  discord_url text,
  mail_from_name text,
  mail_from_address text,
  writes_currency boolean not null,
  first_year int not null,
  packs_opened_floor int,
  cards_shipped_floor int,
  packs_in_stock_floor int,
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_clock(),
  constraint shop_settings_versions_begin_at_one check (version > 0),
  constraint shop_settings_name_is_a_line check (name = btrim(name) and name <> '' and length(name) <= 40 and name !~ '[[:cntrl:]]'),
  constraint shop_settings_colour_is_rgb check (colour ~ '^#[0-9a-f]{6}$'),
  constraint shop_settings_year check (first_year between 1900 and 2200),
  constraint shop_settings_floors_are_counts check (
    packs_opened_floor >= 0 and cards_shipped_floor >= 0 and packs_in_stock_floor >= 0)
);
comment on table shop_settings is 'The shop''s name, colour, addresses and the like: a row for each time they were saved, the newest holds. Never changed.';
comment on column shop_settings.version is 'Counts up by one. Who saves names the one they saw, so that of two at once one is refused.';
comment on column shop_settings.colour is 'The brand colour; all others of both themes follow from it.';
comment on column shop_settings.mail_from_name is 'Null: the shop''s name.';
comment on column shop_settings.mail_from_address is 'Null: the contact address.';
comment on column shop_settings.writes_currency is 'Whether CAD stands beside amounts.';
comment on column shop_settings.first_year is 'Of the copyright.';
comment on column shop_settings.packs_opened_floor is 'From which count on About shows this figure; null: never. So are the next two.';
comment on column shop_settings.made_by_id is 'Null: by the command line.';

create trigger shop_settings_never_change before update or delete or truncate on shop_settings
for each statement execute function refuse_change();
revoke update, delete on shop_settings from felt_and_foil_app;

-- As of what is shown of pack types, under a name that none of them can have.
create function note_shop() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into shown_changes (pack_type_id, changes) values ('/shop', 1);
  return null;
end $$;
comment on function note_shop() is 'What the shop says of itself changed.';
create trigger shop_settings_note_new after insert on shop_settings
  for each statement execute function note_shop();
comment on column shown_changes.pack_type_id is 'Which pack type it is about; empty: none, but the prices as a whole; /shop: what the shop says of itself. No foreign key: it would lock the pack type for each sale.';
revoke execute on function note_shop() from public;

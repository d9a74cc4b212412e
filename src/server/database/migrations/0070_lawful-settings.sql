-- Who sells, from which age somebody may buy, and the shop's own pictures: part of the settings, so that a receipt of before
-- says who sold then.
alter table shop_settings
  add column seller_name text,
  add column seller_address text,
  add column tax_numbers jsonb not null default '[]',
  add column asks_age boolean not null default false,
  add column ages jsonb not null default '{}',
  add column age_elsewhere smallint not null default 18,
  add column logo_light text references pictures (name),
  add column logo_dark text references pictures (name),
  add column icon text references pictures (name),
  add constraint shop_settings_tax_numbers_are_a_list check (jsonb_typeof(tax_numbers) = 'array'),
  add constraint shop_settings_ages_are_by_province check (jsonb_typeof(ages) = 'object'),
  add constraint shop_settings_age_is_one check (age_elsewhere between 13 and 25);
comment on column shop_settings.seller_name is 'Who sells, as receipts say it; null: the shop''s name.';
comment on column shop_settings.seller_address is 'The seller''s postal address, a line each; null: nobody has said it.';
comment on column shop_settings.tax_numbers is 'Under which numbers tax offices know the seller: [{name, number}].';
comment on column shop_settings.asks_age is 'Whether a first purchase asks for a confirmation of age.';
comment on column shop_settings.ages is 'From which age somebody may buy, by province; those that are not here are as the product says.';
comment on column shop_settings.age_elsewhere is 'The same outside of Canada.';
comment on column shop_settings.logo_light is 'The logo on light ground; null: the drawn mark. So are the next two.';
comment on column shop_settings.icon is 'The icon of tabs and home screens.';

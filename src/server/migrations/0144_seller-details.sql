-- Who sells: shown at the checkout, on receipts and in mails. A process of 1.1.0 that saves the settings leaves them out.
alter table shop_settings add column seller_phone text;
alter table shop_settings add column seller_email text;
alter table shop_settings add column seller_registration text;
alter table shop_settings add column privacy_officer text;
comment on column shop_settings.seller_phone is 'The seller''s telephone number; null: not said. As of the next ones.';
comment on column shop_settings.seller_email is 'Null: the shop''s contact address.';
comment on column shop_settings.seller_registration is 'The number under which the seller is registered as a business.';
comment on column shop_settings.privacy_officer is 'Who answers for personal data: a name, and how to reach them.';

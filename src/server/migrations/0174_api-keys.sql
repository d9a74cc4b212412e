-- API keys, with which programs act as staff of the shop (choices 1028 to 1034).
alter table users add column is_key boolean not null default false;
alter table users drop constraint users_email_lower_case;
alter table users add constraint users_email_lower_case check (email = lower(email) or is_key) not valid;
alter table users add constraint users_keys_sign_in_nowhere check (
  not is_key or (role = 'user' and password_hash = '' and position('@' in email) = 0)) not valid;
comment on column users.is_key is 'The account of an API key, under which is recorded what the key does. It has no address, no password and no credits; its `email` is the key''s name.';

create table api_keys (
  id uuid primary key references users (id),
  name text not null,
  hash text not null,
  rights text[] not null,
  networks cidr[] not null default '{}',
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_now(),
  ends_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  last_used_from inet,
  constraint api_keys_name_length check (length(name) between 1 and 40),
  constraint api_keys_rights_known check (
    rights <@ array['packing:read', 'packing:write', 'support:read', 'support:write', 'catalogue:read',
      'catalogue:write', 'money:read', 'money:write', 'owner:read', 'owner:write'] and cardinality(rights) > 0)
);
create unique index api_keys_name_unique on api_keys (lower(name)) where revoked_at is null;
create index api_keys_made_by on api_keys (made_by_id);
comment on table api_keys is 'Keys of the shop, with which programs act as staff (docs/product.md, section 8). The id is also that of the key''s account.';
comment on column api_keys.hash is 'SHA-256 of the secret, which is random. The database alone gives nobody a key.';
comment on column api_keys.rights is 'As in `domain/access.ts`.';
comment on column api_keys.networks is 'From where the key may be used. Empty: from everywhere.';
comment on column api_keys.made_by_id is 'Null: it was made on the command line.';
comment on column api_keys.last_used_at is 'Written at most once a minute.';

revoke all on api_keys from felt_and_foil_app;
grant select, insert, update (revoked_at, last_used_at, last_used_from) on api_keys to felt_and_foil_app;

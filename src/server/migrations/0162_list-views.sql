-- Views that operators named: the filters, columns and order of a list.
create table list_views (
  id uuid not null,
  list text not null,
  name text not null,
  address jsonb not null,
  owner_id uuid,
  created_at timestamptz not null default shop_now(),
  constraint list_views_pkey primary key (id),
  constraint list_views_owner_id_fkey foreign key (owner_id) references users (id) on delete cascade,
  constraint list_views_name_length check (length(name) between 1 and 60),
  constraint list_views_address_is_short check (jsonb_typeof(address) = 'object' and length(address::text) <= 4000)
);
create unique index list_views_named_once on list_views (list, coalesce(owner_id, '00000000-0000-0000-0000-000000000000'), lower(name));
comment on table list_views is 'Views of operators'' lists that somebody named.';
comment on column list_views.address is 'The search parameters of the list''s page, without its page number and its open row.';
comment on column list_views.owner_id is 'Null: it is for all operators who see the list.';
revoke all on list_views from felt_and_foil_app;
grant select, insert, update, delete on list_views to felt_and_foil_app;

-- Each price that a pack type really asked. A crossed-out price comes from here, no more from what an operator typed. The history
-- begins with today's prices, asked at least since the type's last change.
create table asked_prices (
  pack_type_id text not null references pack_types (id) on delete cascade,
  since timestamptz not null,
  price bigint,
  is_sample boolean not null default false,
  constraint asked_prices_pkey primary key (pack_type_id, since),
  constraint asked_prices_positive check (price > 0)
);
comment on table asked_prices is 'Which price a pack type asked from when on, until its next row. The database writes it when a price changes, or a type goes on or off sale.';
comment on column asked_prices.price is 'Null: the type was not on sale.';
comment on column asked_prices.is_sample is 'Made up for a demo.';
revoke insert, update, delete on asked_prices from felt_and_foil_app;

insert into asked_prices (pack_type_id, since, price)
select id, updated_at, case when is_available then price end from pack_types;

-- Nothing reads it any more; processes of 1.1.0 still write it. It goes in 1.3.0.
update pack_types set original_price = null where original_price is not null;
comment on column pack_types.original_price is 'Unused: asked_prices has it. Goes in 1.3.0.';

-- What a sealed pack is. What was there before is said to be opened, recorded and sealed again by the shop.
alter table pack_types add column seal_kind text not null default 'resealed';
alter table pack_types add constraint pack_types_seal_kind_known check (seal_kind in ('resealed', 'assembled'));
comment on column pack_types.seal_kind is 'resealed: opened, recorded and sealed again by the shop. assembled: put together by the shop from single cards.';

create table pack_suppliers (
  pack_id uuid not null references physical_packs (id),
  supplier text not null,
  constraint pack_suppliers_pkey primary key (pack_id),
  constraint pack_suppliers_length check (length(supplier) between 1 and 120)
);
comment on table pack_suppliers is 'From whom the shop has a pack or its cards, if its intake said so. Only operators see it.';
revoke update, delete on pack_suppliers from felt_and_foil_app;

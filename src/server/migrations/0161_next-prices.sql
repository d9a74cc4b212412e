-- A price that is typed while a drop of the type is on sale holds once that drop is over, and so for its next drop.
alter table pack_types
  add column next_price bigint,
  add constraint pack_types_next_price_positive check (next_price > 0) not valid;
comment on column pack_types.next_price is 'Its price from the end of the drop that fixes it now. Null: it stays as it is.';

-- Operators import cards by CSV, and choose the columns of heads that the shop does not know.
alter table imports add column chosen jsonb not null default '[]';
comment on column imports.chosen is 'The columns that its operator chose for heads that the shop does not know: a list of {head, column}.';
alter table imports drop constraint imports_kind_known;
alter table imports add constraint imports_kind_known check (kind in ('catalogue', 'prices', 'cards', 'stock', 'people'));

-- Packs that come in for a drop: they are not on sale before.
alter table places add column awaits_drop boolean not null default false;
comment on column places.awaits_drop is 'Its operator took it in for a drop: it waits, also while no drop of its type is on sale, until one takes it or an operator puts it on sale.';

-- A draft may be published at a set time by itself, so that visitors can wait for its public number together (docs/product.md
-- §19).
alter table drops add column publishes_at timestamptz;
comment on column drops.publishes_at is 'When the shop publishes this draft by itself, as everybody may know; null: an operator publishes it.';

-- Limits that people set for themselves. A process of 1.1.0 does not know them: the database refuses its payments that
-- would break one.
create table own_limits (
  user_id uuid not null references users (id),
  kind text not null,
  amount bigint,
  asked_at timestamptz,
  asked_amount bigint,
  changed_at timestamptz not null default shop_clock(),
  constraint own_limits_pkey primary key (user_id, kind),
  constraint own_limits_kind_known check (kind in ('day', 'week', 'month', 'packs')),
  constraint own_limits_amount_not_negative check (amount >= 0 and asked_amount >= 0),
  constraint own_limits_asked_for check (asked_at is not null or asked_amount is null)
);
comment on table own_limits is 'What people allow themselves to spend, and how many packs to open.';
comment on column own_limits.kind is '`day`, `week`, `month`: money in 24 hours, 7 days, 30 days. `packs`: packs opened in 24 hours.';
comment on column own_limits.amount is 'Cents, or packs. Null: no limit any more.';
comment on column own_limits.asked_at is 'When its person asked for a higher limit. A second yes, 24 to 72 hours later, sets it.';
comment on column own_limits.asked_amount is 'The higher limit that was asked for. Null, with a time: none at all.';
grant select, insert, update on own_limits to felt_and_foil_app;

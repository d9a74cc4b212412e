-- When a person last read at the checkout what they spent: once in thirty days.
create table spending_lines (
  user_id uuid primary key references users (id),
  shown_at timestamptz not null
);
comment on table spending_lines is 'When a person last read at the checkout what they spent in thirty days.';
grant select, insert, update on spending_lines to felt_and_foil_app;

-- Operators import the store credit of people from another shop. In steps, so that none of these tables, and none of
-- the migrations before, is locked while the functions are replaced.
alter table imports add column if not exists for_all jsonb not null default '[]';
--> statement-breakpoint
comment on column imports.for_all is 'What its operator said for all lines, as the file lacks the column: a list of {column, value}.';
--> statement-breakpoint
alter table users add column if not exists imported_at timestamptz;
--> statement-breakpoint
comment on column users.imported_at is 'When an operator imported the account. Its owner accepts the shop''s terms with their first password. Null: they signed up.';
--> statement-breakpoint
create table if not exists imported_credits (
  id uuid primary key,
  user_id uuid not null references users (id),
  amount bigint not null,
  is_bought boolean not null,
  mark bytea not null,
  reference text,
  import_id uuid not null references imports (id),
  imported_at timestamptz not null default shop_now(),
  constraint imported_credits_amount_positive check (amount > 0),
  constraint imported_credits_mark_is_a_hash check (length(mark) = 32)
);
--> statement-breakpoint
create unique index if not exists imported_credits_once on imported_credits (mark);
--> statement-breakpoint
create index if not exists imported_credits_of_user on imported_credits (user_id, imported_at);
--> statement-breakpoint
comment on table imported_credits is 'Credits that people had in another shop. The journal of each (imported_credit) has its id.';
--> statement-breakpoint
comment on column imported_credits.mark is 'A keyed hash of the e-mail address and the reference in the file. It outlives the account, so that a repeated file gives nothing twice.';
--> statement-breakpoint
comment on column imported_credits.reference is 'What the file says it is, such as the number of a gift card. Null: nothing, or the account is deleted.';
--> statement-breakpoint
comment on index imported_credits_once is 'A repeated file gives nothing twice.';
--> statement-breakpoint
comment on index imported_credits_of_user is 'The credits that a user brought from another shop.';
--> statement-breakpoint
grant select, insert, update (reference) on imported_credits to felt_and_foil_app;
--> statement-breakpoint
insert into ledger_accounts (id) values ('house:imported_bought'), ('house:imported_earned')
on conflict do nothing;
--> statement-breakpoint
insert into permitted_transfers (kind, debit, credit) values
  ('imported_credit', 'house:imported_bought', 'user'),
  ('imported_credit', 'house:imported_earned', 'user')
on conflict do nothing;

-- Breaks from buying that people take, and what tells their other accounts.
create table breaks (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null,
  began_at timestamptz not null,
  ends_at timestamptz,
  still_from timestamptz not null,
  still_until timestamptz not null,
  constraint breaks_kind_known check (kind in ('day', 'week', 'month', 'half_year', 'year', 'five_years', 'forever')),
  constraint breaks_end_later check (ends_at > began_at and (ends_at is null) = (kind = 'forever')),
  constraint breaks_stand_still_for_a_time check (still_until >= still_from)
);
create index breaks_of_user on breaks (user_id, began_at);
comment on table breaks is 'When people asked to be sold nothing. A row never changes: nobody ends a break early.';
comment on column breaks.kind is '`day`, `week`, `month`: pauses. The others are exclusions.';
comment on column breaks.ends_at is 'Null: never.';
comment on column breaks.still_from is 'Between these two the time of their cards stands still by this break; stamped by the database.';
grant select, insert on breaks to felt_and_foil_app;

create table exclusion_marks (
  excluded_id uuid not null references users (id),
  kind text not null,
  hash bytea not null,
  constraint exclusion_marks_pkey primary key (kind, hash, excluded_id),
  constraint exclusion_marks_kind_known check (kind in ('email', 'card', 'home')),
  constraint exclusion_marks_are_hashes check (length(hash) = 32)
);
create index exclusion_marks_of_user on exclusion_marks (excluded_id);
comment on table exclusion_marks is 'Keyed hashes of what tells an excluded person. They outlive the account, and end with the exclusion.';
grant select, insert, delete on exclusion_marks to felt_and_foil_app;

create table barred_accounts (
  user_id uuid not null references users (id),
  excluded_id uuid not null references users (id),
  why text not null,
  since timestamptz not null,
  let_through_at timestamptz,
  let_through_by_id uuid references users (id),
  reason text,
  constraint barred_accounts_pkey primary key (user_id, excluded_id, why),
  constraint barred_accounts_are_others check (user_id <> excluded_id),
  constraint barred_accounts_why_known check (why in ('email', 'card', 'home')),
  constraint barred_accounts_let_through_by_somebody check (
    (let_through_at is null) = (let_through_by_id is null) and (let_through_at is null) = (reason is null)),
  constraint barred_accounts_only_homes_let_through check (let_through_at is null or why = 'home')
);
comment on table barred_accounts is 'Accounts that look like those of an excluded person. Nothing is sold to them while the exclusion holds.';
comment on column barred_accounts.why is 'What they share: an e-mail address in another spelling, a card, or a last name with an address.';
comment on column barred_accounts.reason is 'Why an operator let them through: somebody of the same home.';
grant select, insert, update on barred_accounts to felt_and_foil_app;

-- What operators are alerted about by the shop itself, without Prometheus (choice 985).
create table alerts (
  id uuid not null,
  condition text not null,
  subject text not null,
  words text not null,
  since timestamptz not null default shop_now(),
  seen_at timestamptz not null default shop_now(),
  told_at timestamptz,
  mended_at timestamptz,
  constraint alerts_pkey primary key (id)
);
comment on table alerts is 'Conditions that hold or held. Written by each process once a minute.';
comment on column alerts.condition is 'Its name in `metrics/conditions.ts`.';
comment on column alerts.subject is 'What it is about, such as a job or a process. Empty: the shop.';
comment on column alerts.words is 'What an operator reads.';
comment on column alerts.seen_at is 'When a process last found that it holds.';
comment on column alerts.told_at is 'When operators were told. Null: it did not hold for long enough.';
create unique index alerts_open on alerts (condition, subject) where mended_at is null;
create index alerts_mended on alerts (mended_at) where mended_at is not null;

-- What the last audit found.
create table broken_invariants (
  invariant text not null,
  violations integer not null,
  constraint broken_invariants_pkey primary key (invariant),
  constraint broken_invariants_are_broken check (violations > 0)
);
comment on table broken_invariants is 'What the last audit found broken. Written anew by the job `audit`.';

alter table users add column alerts_off text[] not null default '{}';
comment on column users.alerts_off is 'The conditions of which an operator wants to hear nothing.';

alter table notices add column alert_id uuid;
comment on column notices.alert_id is 'What an operator is told of. No foreign key: the notice may stay longer.';
alter table notices drop constraint notices_tell_their_kind, add constraint notices_tell_their_kind check (
  (line is not null) = (kind = 'price') and (market_value is not null) = (kind = 'price')
  and (amount is not null) = (kind in ('ending', 'converted', 'locked', 'refunded')) and coalesce(amount, 0) >= 0
  and (subject_id is not null) = (kind in ('shipped', 'refunded'))
  and (alert_id is not null) = (kind in ('alert', 'mended'))
  and case
    when kind = 'stock' then pack_type_ids <> '{}' and card_ids <> '{}'
    when kind = 'back' then cardinality(pack_type_ids) = 1 and card_ids = '{}'
    when kind = 'price' then pack_type_ids = '{}' and cardinality(card_ids) = 1
    when kind in ('single', 'ending', 'converted', 'locked', 'shipped') then pack_type_ids = '{}' and card_ids <> '{}'
    when kind in ('refunded', 'alert', 'mended') then pack_type_ids = '{}' and card_ids = '{}'
    else false
  end
) not valid;

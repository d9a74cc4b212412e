-- What the books and the card provider don't agree on, or what no rule decides: for an operator.
create table money_questions (
  id uuid not null,
  kind text not null,
  subject text not null,
  payment_id uuid,
  amount bigint not null,
  booked bigint,
  found_at timestamptz not null,
  closed_at timestamptz,
  closed_by_id uuid,
  note text,
  constraint money_questions_pkey primary key (id),
  constraint money_questions_once unique (kind, subject),
  constraint money_questions_payment_id_payments_id_fk foreign key (payment_id) references payments (id),
  constraint money_questions_closed_by_id_users_id_fk foreign key (closed_by_id) references users (id),
  constraint money_questions_kind_known check (kind in ('refund_uncovered', 'not_in_books', 'not_at_provider', 'amounts_differ', 'other_currency')),
  constraint money_questions_closed_by_someone check (closed_by_id is null or closed_at is not null)
);
--> statement-breakpoint
create index money_questions_open on money_questions (found_at) where closed_at is null;
--> statement-breakpoint
create trigger money_questions_never_deleted before delete or truncate on money_questions
for each statement execute function refuse_change();
--> statement-breakpoint
comment on table money_questions is 'What an operator has to look into: money that the books and the card provider don''t agree on, or that no rule decides.';
--> statement-breakpoint
comment on column money_questions.kind is '`refund_uncovered`: it went back outside the shop, and nothing could be taken back for it. The others: what the card provider says and the books don''t, the books say and it doesn''t, of which the amounts differ, or what it has in another currency than the books.';
--> statement-breakpoint
comment on column money_questions.subject is 'The id of what it is about: a refund of ours, or the card provider''s id.';
--> statement-breakpoint
comment on column money_questions.amount is 'What it is about, as the card provider has it; 0 in another currency.';
--> statement-breakpoint
comment on column money_questions.booked is 'What the books have in its place; null: nothing, or there is no place for it.';
--> statement-breakpoint
comment on column money_questions.closed_by_id is 'Null where it came to an end by itself: the two agree now.';

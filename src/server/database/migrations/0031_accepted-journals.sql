-- Every journal has its cause, and the audit asks for it from both sides. These have none that is written
-- down: the owner of the database answers for them. The shop's role can't add to them.
create table accepted_journals (
  journal_id uuid not null,
  reason text not null,
  constraint accepted_journals_pkey primary key (journal_id),
  constraint accepted_journals_journal_id_journals_id_fk foreign key (journal_id) references journals (id)
);
--> statement-breakpoint
comment on table accepted_journals is 'Journals without a cause that is written down, for which the owner of the database answers: the audit asks for none.';
--> statement-breakpoint
comment on column accepted_journals.reason is 'Why: a ticket, a correction, the version that posted them.';
--> statement-breakpoint
revoke insert, update, delete on accepted_journals from felt_and_foil_app;
--> statement-breakpoint

-- Credits that were given before: the first ones of demo accounts, and by operators before there was an audit log.
insert into accepted_journals (journal_id, reason)
select j.id, 'from before the audit asked for causes'
from journals j
where (j.kind = 'bonus_credit' or (j.kind = 'refund' and exists (
    select from transfers t
    where t.journal_id = j.id and t.debit_account_id = 'house:sales' and t.credit_account_id = j.user_id::text)))
  and not exists (
    select from audit_log l
    where (l.action = 'post_transaction' and l.subject_id = j.id::text)
      or (l.action = 'give_credits' and l.after->>'transactionId' = j.id::text));

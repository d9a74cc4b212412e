-- Graded cards that came back never come into a pack again, and the public log says so (docs/fairness.md).
create table retired_labels (
  label_hash bytea not null,
  log integer not null,
  index bigint not null,
  constraint retired_labels_pkey primary key (label_hash, log),
  constraint retired_labels_entry_fkey foreign key (log, index) references log_entries (log, index),
  constraint retired_labels_hash_is_whole check (length(label_hash) = 32)
);
comment on table retired_labels is 'What the public log says of retired graded cards. The database writes it from the log''s entries, and takes in no pack with one of these cards.';
comment on column retired_labels.label_hash is 'Of the grader''s number, as label_hash computes it.';
comment on column retired_labels.index is 'The first entry of its log that names the card.';
revoke all on retired_labels from felt_and_foil_app;
grant select on retired_labels to felt_and_foil_app;

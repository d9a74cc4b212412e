-- What operators note on orders, people, parcels and cards.
create table notes (
  id uuid primary key,
  subject_kind text not null,
  subject_id uuid not null,
  about_id uuid not null references users (id),
  text text not null,
  written_by_id uuid not null references users (id),
  written_at timestamptz not null default shop_clock(),
  constraint notes_subject_kind_known check (subject_kind in ('order', 'user', 'shipment', 'card')),
  constraint notes_have_text check (length(text) between 1 and 2000)
);
create index notes_of_subject on notes (subject_id, written_at);
create index notes_about on notes (about_id);
comment on table notes is 'What operators note on orders, people, parcels and cards. A note is never changed; it can be removed, and goes with its person''s account.';
comment on column notes.subject_kind is 'What it is on, as the audit log names it.';
comment on column notes.about_id is 'The person whose order, parcel or card it is on.';
revoke all on notes from felt_and_foil_app;
grant select, insert, delete on notes to felt_and_foil_app;

-- What a production shop has shown before it charges cards, and that it is open (docs/product.md §22). The first start of a
-- server in production writes that it has to be opened, as the database can't know that. A process of 1.1.0 doesn't know the
-- refusal of payments and answers it like a database that is away: 503.
create table shop_opening (
  id uuid not null default gen_random_uuid(),
  line text not null,
  places text[] not null default '{}',
  document text,
  sha256 text,
  made_by_id uuid references users (id),
  made_at timestamptz not null default shop_clock(),
  constraint shop_opening_pkey primary key (id),
  constraint shop_opening_lines_known check (line in ('asked', 'open', 'mail', 'opinion', 'approval', 'sources')),
  constraint shop_opening_acts_have_an_operator check (line in ('asked', 'open') or made_by_id is not null),
  constraint shop_opening_signatures_name_a_document
    check ((line in ('opinion', 'approval', 'sources')) = (document is not null and sha256 is not null)),
  constraint shop_opening_sha256_is_hex check (sha256 ~ '^[0-9a-f]{64}$'),
  constraint shop_opening_opinions_name_places check ((line = 'opinion') = (places <> '{}'))
);
create unique index shop_opening_begins_and_opens_once on shop_opening (line) where line in ('asked', 'open');
comment on table shop_opening is 'What operators showed and signed before the shop charges cards. Rows never change.';
comment on column shop_opening.line is 'asked: cards wait until the shop is open. open: it is, for good. mail: an operator typed a mailed code. Others: signatures.';
comment on column shop_opening.places is 'Of a lawyer''s opinion: the places that it covers.';
comment on column shop_opening.document is 'The name of the signed document, which its operator keeps.';
comment on column shop_opening.sha256 is 'The SHA-256 of that document.';
comment on column shop_opening.made_by_id is 'Null: a server''s start, a job, or the migration.';
grant select, insert on shop_opening to felt_and_foil_app;

-- A shop that charged cards before this release counts as open.
insert into shop_opening (line)
select 'open' where exists (select from payments where state in ('succeeded', 'refund_due', 'refunded'));

alter table one_time_codes drop constraint one_time_codes_purpose_known;
alter table one_time_codes add constraint one_time_codes_purpose_known
  check (purpose in ('verify_email', 'reset_password', 'change_email', 'prove_mail'));

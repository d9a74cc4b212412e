-- The running numbers of invoices and credit notes. One writer gives them after the money moved, in order and without gaps:
-- each number has the one before it, which can't be changed or taken away (docs/choices.md, 322).
create table documents (
  series text not null,
  number int not null,
  journal_id uuid not null references journals (id),
  follows int generated always as (nullif(number - 1, 0)) stored,
  given_at timestamptz not null default shop_clock(),
  primary key (series, number),
  constraint documents_one_per_journal unique (journal_id),
  constraint documents_without_gaps foreign key (series, follows) references documents (series, number),
  constraint documents_series_known check (series in ('invoice', 'credit_note')),
  constraint documents_begin_at_one check (number > 0)
);
comment on table documents is 'Numbers of invoices and credit notes, each series from 1 without gaps. Never changed.';
comment on column documents.journal_id is 'What it is about: a purchase, a top-up, a fee for shipping; of a credit note a refund.';
comment on column documents.follows is 'The number before it, which has to exist.';
create trigger documents_never_change before update or delete or truncate on documents
for each statement execute function refuse_change();
--> statement-breakpoint
revoke insert, update, delete on documents from felt_and_foil_app;
--> statement-breakpoint

-- Of which series a journal's document is; null: it has none. Of a refund only what its user sees: that it is owed is none.
create function series_of(p_journal journals) returns text
language sql stable set search_path = public, pg_temp
as $$
  select case
    when p_journal.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase') then 'invoice'
    when p_journal.kind = 'refund' and exists (
      select from transfers t where t.journal_id = p_journal.id
        and (p_journal.user_id::text in (t.credit_account_id, t.debit_account_id)
          or 'house:card_clearing' in (t.debit_account_id, t.credit_account_id))
    ) then 'credit_note'
  end
$$;
--> statement-breakpoint

-- Gives numbers to what has none yet, the oldest first, and returns how many. It looks back an hour behind the last one that
-- got a number: no transaction is open for so long. `p_journal`: whose document is wanted now, however old it is.
create function number_documents(p_limit int, p_journal uuid default null) returns int
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  given int := 0;
  added int;
  one text;
  kinds text[];
  last int;
  since timestamptz;
begin
  -- One writer: others wait here until its numbers are committed.
  lock table documents in share row exclusive mode;
  foreach one in array array['invoice', 'credit_note'] loop
    kinds := case one when 'invoice' then array['pack_purchase', 'shipping_fee', 'credit_purchase'] else array['refund'] end;
    last := null;
    since := null;
    select d.number, j.created_at - interval '1 hour' into last, since
    from documents d join journals j on j.id = d.journal_id where d.series = one order by d.number desc limit 1;
    insert into documents (series, number, journal_id)
    select one, coalesce(last, 0) + row_number() over (order by w.created_at, w.id), w.id
    from (
      select j.id, j.created_at from journals j
      where j.kind = any (kinds) and j.created_at >= coalesce(since, '-infinity') and series_of(j) = one
        and not exists (select from documents d where d.journal_id = j.id)
      order by j.created_at, j.id limit p_limit
    ) w;
    get diagnostics added = row_count;
    given := given + added;
  end loop;
  insert into documents (series, number, journal_id)
  select s.series, coalesce((select max(number) from documents d where d.series = s.series), 0) + 1, j.id
  from journals j cross join lateral (select series_of(j) as series) s
  where j.id = p_journal and s.series is not null and not exists (select from documents d where d.journal_id = j.id);
  get diagnostics added = row_count;
  return given + added;
end
$$;
--> statement-breakpoint
revoke execute on function number_documents(int, uuid) from public;
--> statement-breakpoint
grant execute on function number_documents(int, uuid) to felt_and_foil_app;

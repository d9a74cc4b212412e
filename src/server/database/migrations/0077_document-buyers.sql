-- Who an invoice or a credit note was made out to, as it was when its number was given: a name and an address that change
-- later change no document. A deleted account's are erased with it, and nothing else takes them away.
create table document_buyers (
  journal_id uuid primary key references documents (journal_id),
  user_id uuid not null references users (id),
  name text,
  address text,
  constraint document_buyers_say_something check (name is not null or address is not null)
);
--> statement-breakpoint
create index document_buyers_of_user on document_buyers (user_id);
--> statement-breakpoint
comment on table document_buyers is 'The buyer on an invoice or a credit note, kept with its number. Never changed; erased with the account.';
--> statement-breakpoint
comment on column document_buyers.name is 'Of a parcel the one on its address, else the one in the profile; null: none was known.';
--> statement-breakpoint
comment on column document_buyers.address is 'Line by line: of a parcel where it goes, else the one in the profile.';
--> statement-breakpoint
create function check_document_buyer() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from users where id = old.user_id and erased_at is null) then
      raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
    end if;
    return null;
  end if;
  raise exception 'A document keeps its buyer' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
comment on function check_document_buyer() is 'Who a document was made out to stays, until the account is erased.';
--> statement-breakpoint
create trigger document_buyers_never_change before update on document_buyers
  for each row execute function check_document_buyer();
--> statement-breakpoint
create trigger document_buyers_never_truncated before truncate on document_buyers
  for each statement execute function refuse_change();
--> statement-breakpoint
create constraint trigger document_buyers_go_with_their_account after delete on document_buyers
  deferrable initially deferred for each row execute function check_document_buyer();
--> statement-breakpoint
revoke insert, update on document_buyers from felt_and_foil_app;
--> statement-breakpoint

-- Whom a journal's document is made out to now. A credit note is made out to whom the invoice of its sale was.
create function buyer_of(p_journal journals, out name text, out address text)
language sql stable set search_path = public, pg_temp
as $$
  with sale as (
    select coalesce(y.subject_id, p_journal.reference_id) as id
    from (select) one
    left join refunds f on p_journal.kind = 'refund' and f.id = p_journal.reference_id
    left join payments y on y.id = f.payment_id
  ), invoiced as (
    select b.name, b.address from sale
    join journals j on j.user_id = p_journal.user_id and j.reference_id = sale.id
      and j.kind in ('pack_purchase', 'shipping_fee', 'credit_purchase')
    join document_buyers b on b.journal_id = j.id
    where p_journal.kind = 'refund' order by j.created_at limit 1
  ), parcel as (
    select nullif(btrim(concat_ws(' ', a->>'firstName', a->>'lastName')), '') as name,
      nullif(concat_ws(E'\n', nullif(a->>'addressLine1', ''), nullif(a->>'addressLine2', ''),
        nullif(btrim(concat_ws(' ', a->>'city', a->>'state', a->>'postalCode')), ''), a->>'country'), '') as address
    from sale join shipments s on s.id = sale.id cross join lateral (select s.address as a) x where s.address is not null
  ), home as (
    select nullif(btrim(u.full_name), '') as name,
      case when nullif(btrim(u.address_line_1), '') is not null then
        concat_ws(E'\n', btrim(u.address_line_1), nullif(btrim(concat_ws(' ', u.city, u.state, u.zip_code)), ''), u.country) end as address
    from users u where u.id = p_journal.user_id and u.erased_at is null
  )
  select known.name, known.address from (
    select 1 as place, name, address from invoiced
    union all select 2, name, address from parcel
    union all select 3, name, address from home
  ) known where known.name is not null or known.address is not null order by place limit 1
$$;
--> statement-breakpoint
-- As before, and with each number it writes down who the document is made out to.
-- Gives numbers to what has none yet, the oldest first, and returns how many. It looks back an hour behind the last one that
-- got a number: no transaction is open for so long. `p_journal`: whose document is wanted now, however old it is.
create or replace function number_documents(p_limit int, p_journal uuid default null) returns int
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
    insert into document_buyers (journal_id, user_id, name, address)
    select d.journal_id, j.user_id, b.name, b.address
    from documents d join journals j on j.id = d.journal_id cross join lateral buyer_of(j) b
    where d.series = one and d.number > coalesce(last, 0) and (b.name is not null or b.address is not null);
  end loop;
  insert into documents (series, number, journal_id)
  select s.series, coalesce((select max(number) from documents d where d.series = s.series), 0) + 1, j.id
  from journals j cross join lateral (select series_of(j) as series) s
  where j.id = p_journal and s.series is not null and not exists (select from documents d where d.journal_id = j.id);
  get diagnostics added = row_count;
  if added > 0 then
    insert into document_buyers (journal_id, user_id, name, address)
    select j.id, j.user_id, b.name, b.address from journals j cross join lateral buyer_of(j) b
    where j.id = p_journal and (b.name is not null or b.address is not null);
  end if;
  return given + added;
end
$$;

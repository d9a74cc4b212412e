-- Gives documents of journals the next numbers of their series, without gaps. If another transaction has meanwhile
-- numbered the document of `p_journal`, gives no number. Looks for an existing number before it computes the document's
-- series, because computing the series is slow (choice 794).
create or replace function number_documents(p_limit integer, p_journal uuid default null::uuid)
returns integer
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  given int := 0;
  added int;
  one text;
  kinds text[];
  last int;
  since timestamptz;
begin
  -- Only one transaction at a time gives numbers. Others wait until it commits.
  lock table documents in share row exclusive mode;
  -- The transaction that held the lock may also have numbered this document.
  if exists (select from documents where journal_id = p_journal) then
    return 0;
  end if;
  foreach one in array array['invoice', 'credit_note'] loop
    kinds := case one when 'invoice' then array['pack_purchase', 'shipping_fee', 'credit_purchase'] else array['refund'] end;
    last := null;
    since := null;
    select d.number, j.created_at - interval '2 minutes' into last, since
    from documents d join journals j on j.id = d.journal_id where d.series = one order by d.number desc limit 1;
    insert into documents (series, number, journal_id)
    select one, coalesce(last, 0) + row_number() over (order by w.created_at, w.id), w.id
    from (
      select next.id, next.created_at from unnest(kinds) as k (kind) cross join lateral (
        select j.id, j.created_at from journals j
        where j.kind = k.kind and j.created_at >= coalesce(since, '-infinity')
          -- Checks whether the document has a number before it calls `series_of`, because `series_of` is slow and
          -- nearly all documents of the last two minutes have a number.
          and case when (select true from documents d where d.journal_id = j.id limit 1) is null then series_of(j) = one else false end
        order by j.created_at, j.id limit p_limit
      ) next
      order by next.created_at, next.id limit p_limit
    ) w;
    get diagnostics added = row_count;
    given := given + added;
    insert into document_buyers (journal_id, user_id, name, address)
    select d.journal_id, j.user_id, b.name, b.address
    from documents d join journals j on j.id = d.journal_id cross join lateral buyer_of(j) b
    where d.series = one and d.number > coalesce(last, 0) and (b.name is not null or b.address is not null);
  end loop;
  -- Documents older than that of `p_journal` get their numbers first. If `p_limit` is used up by them, the caller calls
  -- this function again for the document of `p_journal`.
  if given >= p_limit then
    return given;
  end if;
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
revoke execute on function number_documents(integer,uuid) from public;
grant execute on function number_documents(integer,uuid) to felt_and_foil_app;

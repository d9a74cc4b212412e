-- Returns the series of a journal's document. Returns null if the journal has no document.
-- A refund may have a second journal, which books a debt. Only the journal that the user sees has a document.
create or replace function series_of(p_journal journals)
returns text
language sql
stable
set search_path to 'public', 'pg_temp'
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

-- Posts a journal between accounts of the house. These journals are the only ones without a user.
create or replace function post_house_journal(p_id uuid, p_kind text, p_reference_id uuid, p_description text, p_debit text, p_credit text, p_amount bigint)
returns void
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
begin
  if p_debit not like 'house:%' or p_credit not like 'house:%' or p_kind not in ('payout', 'card_fee') then
    raise exception 'A journal of the house moves the house''s money' using errcode = 'restrict_violation';
  end if;
  insert into journals (id, kind, reference_id, description) values (p_id, p_kind, p_reference_id, p_description);
  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  values (p_id, 1, p_debit, p_credit, p_amount);
end
$$;
revoke execute on function post_house_journal(uuid,text,uuid,text,text,text,bigint) from public;
grant execute on function post_house_journal(uuid,text,uuid,text,text,text,bigint) to felt_and_foil_app;

-- Pays a user's debt from their credits. Returns the remaining balance.
-- The caller must have locked the account, and must have just posted `p_journal`, which brought the credits. The journal of the payment has `p_journal` as its reference.
create or replace function pay_debt(p_user uuid, p_journal uuid, p_description text)
returns bigint
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  owed bigint;
  held bigint;
begin
  select balance into strict held from ledger_accounts where owner_id = p_user for update;
  select balance into owed from ledger_accounts where debtor_id = p_user;
  if coalesce(owed, 0) = 0 or held = 0 then
    return held;
  end if;
  return post_journal(gen_random_uuid(), 'debt_payment', p_journal, p_user, p_description,
    array[p_user::text], array['debt:' || p_user], array[least(owed, held)]);
end
$$;
revoke execute on function pay_debt(uuid,uuid,text) from public;
grant execute on function pay_debt(uuid,uuid,text) to felt_and_foil_app;

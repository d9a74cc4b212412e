-- Returns how many bought credits a transfer takes from a user or gives to a user. Earned credits are spent first (choice 880).
-- `p_balance`, `p_bought`: the user's account before the transfer.
-- Money to a card or a bank takes only bought credits, because earned credits are never paid out. A refund of a purchase gives back bought credits, up to the number that the purchase took.
-- The function is volatile, because it must see transfers of the same statement.
create or replace function bought_part(p_journal uuid, p_debit text, p_credit text, p_amount bigint, p_balance bigint, p_bought bigint)
returns bigint
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  given record;
  spent bigint;
begin
  if not starts_with(p_debit, 'house:') then
    return case when p_credit in ('house:refunds', 'house:bank') then least(p_amount, p_bought)
      else least(p_bought, greatest(0, p_amount - (p_balance - p_bought))) end;
  end if;
  if p_debit in ('house:card_clearing', 'house:refunds', 'house:losses', 'house:imported_bought') then
    return p_amount;
  end if;
  if p_debit in ('house:buyback', 'house:promotions', 'house:imported_earned') then
    return 0;
  end if;
  -- If an operator made the refund, its `reference` may be the id of the refunded transaction. `fact` is the event that
  -- the refund is about.
  select j.user_id, j.reference, coalesce(o.reference_id, j.reference_id) as fact into given
  from journals j left join journals o on o.user_id = j.user_id and o.id::text = j.reference
  where j.id = p_journal;
  select coalesce(sum(case when t.debit_account_id = p_credit then t.bought else -t.bought end), 0) into spent
  from journals j join transfers t on t.journal_id = j.id and p_credit in (t.debit_account_id, t.credit_account_id)
  where j.user_id = given.user_id and (
    j.kind in ('pack_purchase', 'shipping_fee', 'refund') and j.reference_id = given.fact
    or j.kind = 'refund' and j.reference = given.reference);
  return greatest(0, least(p_amount, spent));
end
$$;
revoke execute on function bought_part(uuid,text,text,bigint,bigint,bigint) from public;

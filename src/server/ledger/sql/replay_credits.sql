-- Splits the past credits of up to `p_most` accounts into bought and earned ones (`bought_part`): goes in 1.3.0.
-- Returns how many accounts it replayed, and how many were waiting before. In earlier versions a refund could pay out
-- more than the bought credits. The replay lets such a refund take all bought credits, so the owner's remaining credits
-- count as earned.
create or replace function replay_credits(p_most integer, out done integer, out waiting integer)
returns record
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  account record;
  moved record;
  held bigint;
  kept bigint;
  part bigint;
begin
  select count(*)::int into waiting from ledger_accounts where bought is null;
  done := 0;
  for account in
    select id, owner_id from ledger_accounts where bought is null order by owner_id limit p_most for update
  loop
    held := 0;
    kept := 0;
    if exists (
      select from transfers where credit_account_id = account.owner_id::text
        and debit_account_id in ('house:card_clearing', 'house:refunds', 'house:losses')
    ) then
      for moved in
        select journal_id, leg, debit_account_id, credit_account_id, amount, debit_version as version, -1 as side
        from transfers where debit_account_id = account.id
        union all
        select journal_id, leg, debit_account_id, credit_account_id, amount, credit_version, 1
        from transfers where credit_account_id = account.id
        order by version
      loop
        part := bought_part(moved.journal_id, moved.debit_account_id, moved.credit_account_id, moved.amount, held, kept);
        if part > 0 then
          update transfers set bought = part where journal_id = moved.journal_id and leg = moved.leg;
        end if;
        held := held + moved.side * moved.amount;
        kept := kept + moved.side * part;
      end loop;
    end if;
    update ledger_accounts set bought = kept where id = account.id;
    done := done + 1;
  end loop;
end
$$;
comment on function replay_credits(integer) is 'Splits the past credits of up to `p_most` accounts into bought and earned ones.';
revoke execute on function replay_credits(integer) from public;

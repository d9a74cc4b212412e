-- Posts the transfers of one event, as before, and keeps beside them what an operator calls the event
-- and what its receipt says. Callers that know neither leave them out.
drop function post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[]);
--> statement-breakpoint
create function post_journal(
  p_id uuid, p_kind text, p_reference_id uuid, p_user uuid, p_description text,
  p_debits text[], p_credits text[], p_amounts bigint[],
  p_reference text default null, p_receipt jsonb default null
) returns bigint
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  after bigint;
begin
  perform 1 from ledger_accounts
  where id = any (p_debits || p_credits || p_user::text) and owner_id is not null
  order by id for update;

  insert into journals (id, kind, reference_id, user_id, description, reference, receipt)
  values (p_id, p_kind, p_reference_id, p_user, p_description, p_reference, p_receipt);

  insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
  select p_id, leg, debit, credit, amount
  from unnest(p_debits, p_credits, p_amounts) with ordinality as t (debit, credit, amount, leg);

  select balance into strict after from ledger_accounts where owner_id = p_user;
  return after;
end
$$;
--> statement-breakpoint
revoke execute on function
  post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[], text, jsonb) from public;
--> statement-breakpoint
grant execute on function
  post_journal(uuid, text, uuid, uuid, text, text[], text[], bigint[], text, jsonb) to felt_and_foil_app;

-- Posts the events of many users. The shop’s role has no other way to move money.
-- A posting has the events of one user, and an event has transfers. `p_users` has the user of each posting. `p_postings` to `p_receipts` have an entry for each event; `p_postings` is the index of its posting in `p_users`, from 1. `p_owners` to `p_amounts` have an entry for each transfer, in the order in which they are posted; `p_owners` is the id of its event.
-- Returns for each posting its index (`at`), and the balance of its user afterwards.
create or replace function post_together(p_users uuid[], p_postings integer[], p_ids uuid[], p_kinds text[], p_facts uuid[], p_descriptions text[], p_references text[], p_receipts text[], p_owners uuid[], p_debits text[], p_credits text[], p_amounts bigint[])
returns table(at bigint, balance bigint)
language plpgsql
security definer
set search_path to 'public', 'pg_temp'
as $$
declare
  paid text[];
  stamped bigint := 0::bigint;
begin
  perform from ledger_accounts a where a.owner_id = any (p_users) order by a.owner_id for update;

  insert into journals (id, kind, reference_id, user_id, description, reference, receipt, posted_with)
  select w.id, w.kind, w.fact, p_users[w.posting], w.description, w.reference, w.receipt::jsonb,
    case when count(*) over posted > 1 then first_value(w.id) over posted end
  from unnest(p_postings, p_ids, p_kinds, p_facts, p_descriptions, p_references, p_receipts)
    with ordinality as w (posting, id, kind, fact, description, reference, receipt, place)
  window posted as (partition by w.posting order by w.place rows between unbounded preceding and unbounded following);

  -- The users who only receive money for several cards. The account of each is changed once, and the transfers are
  -- stamped from that change. These credits are always earned ones.
  paid := array(
    select w.credit from unnest(p_debits, p_credits) as w (debit, credit)
    where w.credit = any (p_users::text[]) group by 1 having count(*) > 1 and bool_and(w.debit = 'house:buyback') is true
    except select unnest(p_debits));
  if cardinality(paid) > 0 then
    perform set_config('felt_and_foil.stamped', 'on', true);
    with changed as (
      update ledger_accounts a set balance = a.balance + w.amount, version = a.version + w.transfers
      from (
        select credit, sum(amount)::bigint as amount, count(*) as transfers
        from unnest(p_credits, p_amounts) as w (credit, amount) where credit = any (paid) group by 1
      ) w
      where a.id = w.credit
      returning a.id, a.balance - w.amount as balance, a.version - w.transfers as version
    )
    insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount, credit_version, credit_balance)
    select w.owner, w.leg, w.debit, w.credit, w.amount, c.version + row_number() over account, c.balance + sum(w.amount) over account
    from (
      select *, row_number() over (partition by owner order by place) as leg
      from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as w (owner, debit, credit, amount, place)
    ) w
    -- The left join keeps transfers to missing accounts, so that the insert of these transfers is refused.
    left join changed c on c.id = w.credit
    where w.credit = any (paid)
    window account as (partition by w.credit order by w.place)
    order by w.place;
    get diagnostics stamped = row_count;
    perform set_config('felt_and_foil.stamped', 'off', true);
  end if;

  -- Inserts all other transfers, including those that will be refused.
  if stamped is distinct from cardinality(p_owners) then
    insert into transfers (journal_id, leg, debit_account_id, credit_account_id, amount)
    select w.owner, w.leg, w.debit, w.credit, w.amount
    from (
      select *, row_number() over (partition by owner order by place) as leg
      from unnest(p_owners, p_debits, p_credits, p_amounts) with ordinality as w (owner, debit, credit, amount, place)
    ) w
    where (w.credit = any (paid)) is not true
    order by w.place;
  end if;

  return query
  select w.at, a.balance from unnest(p_users) with ordinality as w (user_id, at)
  cross join lateral (select a.balance from ledger_accounts a where a.owner_id = w.user_id limit 1) a;
end
$$;
comment on function post_together(uuid[],integer[],uuid[],text[],uuid[],text[],text[],text[],uuid[],text[],text[],bigint[]) is 'Posts the events of many users. The shop''s role has no other way to move money.';
revoke execute on function post_together(uuid[],integer[],uuid[],text[],uuid[],text[],text[],text[],uuid[],text[],text[],bigint[]) from public;
grant execute on function post_together(uuid[],integer[],uuid[],text[],uuid[],text[],text[],text[],uuid[],text[],text[],bigint[]) to felt_and_foil_app;

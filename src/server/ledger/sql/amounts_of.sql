-- Returns the amounts that a transfer adds to the sums of the operators' overview.
create or replace function amounts_of(t transfers)
returns table(sales bigint, refunded bigint, top_ups bigint, sold_back bigint, credits bigint)
language sql
immutable parallel safe
as $$
  select
    case 'house:sales' when t.credit_account_id then t.amount when t.debit_account_id then -t.amount else 0 end,
    case when t.debit_account_id = 'house:sales' then t.amount else 0 end,
    case when t.debit_account_id = 'house:card_clearing' and t.credit_version is not null then t.amount else 0 end,
    case when t.debit_account_id = 'house:buyback' then t.amount else 0 end,
    case when t.credit_version is not null and t.credit_account_id not like 'debt:%' then t.amount else 0 end
      - case when t.debit_version is not null and t.debit_account_id not like 'debt:%' then t.amount else 0 end
$$;
comment on function amounts_of(transfers) is 'Returns what a transfer adds to the sums of the overview.';

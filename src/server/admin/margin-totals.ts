// Queries that compare the daily sums of margins with the ledger, and the sums of costs with the
// recorded costs.
import { PARTS_OF_ACCOUNTS } from '#domain/margin.ts';

/**
 * Returns the account with which an account is compared. The sums have one figure for both accounts
 * of losses, so these are compared together.
 */
const groupOf = (account: string): string =>
  account === 'house:dispute_losses' ? 'house:losses' : account;

const ACCOUNTS = Object.keys(PARTS_OF_ACCOUNTS);
const LISTED = ACCOUNTS.map((account) => `'${account}'`).join(', ');

const GROUP = (column: string): string =>
  `case ${column} when 'house:dispute_losses' then 'house:losses' else ${column} end`;

const OF_SUMS = Object.entries(PARTS_OF_ACCOUNTS)
  .filter(([account]) => groupOf(account) === account)
  .map(
    ([account, parts]) =>
      `select '${account}', -amount from margin_sums where figure in (${parts.map((part) => `'${part}'`).join(', ')})`,
  );

/** SQL that tells whether the sums of margins include a journal. */
const IS_SUMMED = (journal: string): string =>
  `${journal}.created_at < (select until from margin_until) and not exists (select from margin_due d where d.journal_id = ${journal}.id)`;

const OF_LEDGER = `
  select ${GROUP('side.account')}, side.amount from journals j join transfers t on t.journal_id = j.id
  cross join lateral (values (t.credit_account_id, t.amount), (t.debit_account_id, -t.amount)) side (account, amount)
  where side.account in (${LISTED}) and ${IS_SUMMED('j')}`;

/** Queries for sums of margins that differ from the ledger, or from the recorded costs of what is sold. */
export const MARGIN_TOTALS: Record<string, string> = {
  margin_agrees_with_ledger: `
    select account from (${[...OF_SUMS, OF_LEDGER].join(' union all ')}) both_sides (account, amount)
    group by account having sum(amount) <> 0`,
  margin_has_the_cost_of_what_is_sold: `
    with counted as (
      select p.pack_id from places p join journals j on j.kind = 'pack_purchase' and j.reference_id = p.reservation_id
      where p.state in ('sold', 'disputed', 'opened') and ${IS_SUMMED('j')}
      union all
      select r.pack_id from pack_returns r join journals j on j.kind = 'pack_purchase' and j.reference_id = r.reservation_id
      left join journals b on b.id = journal_of_return(r.reservation_id, r.returned_at)
      where ${IS_SUMMED('j')} and (b.id is not null and ${IS_SUMMED('b')}) is not true
    )
    select figure from (
      select figure, amount from margin_sums where figure in ('pack_cost', 'packs_without_cost')
      union all
      -- Changes that are not in the sums yet.
      select d.figure, d.amount from margin_due d join counted c on c.pack_id = d.pack_id
      union all
      select 'pack_cost', k.cost from counted c join pack_costs k on k.pack_id = c.pack_id
      union all
      select 'packs_without_cost', -1 from counted c where not exists (select from pack_costs k where k.pack_id = c.pack_id)
    ) both_sides group by figure having sum(amount) <> 0`,
};

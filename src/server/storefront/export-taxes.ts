// What was taken and given back of each tax, month by month: added up from the books, where each tax has its account.
import * as rows from '#contract/storefront-taxes.ts';
import { csvLine } from '#domain/csv.ts';
import { difference, type Cents } from '#domain/money.ts';
import { timeZoneOf } from '#domain/region.ts';
import { percentOf } from '#domain/tax-lines.ts';
import type { TaxAccount } from '#domain/tax-accounts.ts';
import { statement, type Database } from '../database/database.ts';
import { TextFile } from '../http/text-file.ts';
import { verb } from '../http/verb.ts';

const COLUMNS = ['Month', 'Region', 'Tax', 'Rate', 'Taken', 'Given back', 'To pay on', 'Account'];

export const exportTaxes = verb(
  rows.exportTaxes,
  async ({ db, settings }, _caller, { from, to }) => {
    const zone = timeZoneOf(settings.taxes().sellerRegion);
    const sums = await sumTaxes(db, { from, to, zone });
    async function* lines() {
      yield csvLine(COLUMNS);
      for (const one of sums) yield lineOf(one);
    }
    return new TextFile(lines());
  },
);

type TaxSum = {
  month: string;
  region: string | null;
  account: TaxAccount;
  name: string | null;
  rate: number | null;
  taken: Cents;
  returned: Cents;
};

function lineOf({ month, region, account, name, rate, taken, returned }: TaxSum): string {
  return csvLine([
    month,
    region,
    name ?? 'Tax',
    rate === null ? null : percentOf(rate),
    { amount: taken },
    { amount: returned },
    { amount: difference(taken, returned) },
    account,
  ]);
}

/** `from` and `to` are months, both included, in a time zone. What came back counts in the month in which it did. */
async function sumTaxes(
  db: Database,
  { from, to, zone }: { from: string; to: string; zone: string },
): Promise<TaxSum[]> {
  return statement<TaxSum>(
    db,
    `select to_char(m.at at time zone $3, 'YYYY-MM') as month, sale.region, m.account, line.name, line.rate,
       sum(m.taken)::bigint as taken, sum(m.returned)::bigint as returned
     from (
       select t.created_at as at, j.kind, j.reference_id, x.account, x.taken, x.returned
       from transfers t join journals j on j.id = t.journal_id
       cross join lateral (
         values (t.credit_account_id, t.amount, 0::bigint), (t.debit_account_id, 0::bigint, t.amount)
       ) x (account, taken, returned)
       where t.created_at >= ($1 || '-01')::timestamp at time zone $3
         and t.created_at < (($2 || '-01')::timestamp + interval '1 month') at time zone $3
         and starts_with(x.account, 'house:tax')
     ) m
     left join refunds f on m.kind = 'take_back' and f.id = m.reference_id
     left join disputes d on m.kind = 'dispute_lost' and d.id = m.reference_id
     left join payments y on y.id = coalesce(f.payment_id, d.payment_id)
     left join lateral (
       select region, taxes from orders where id = coalesce(y.subject_id, m.reference_id)
       union all select region, taxes from shipments where id = coalesce(y.subject_id, m.reference_id)
     ) sale on true
     left join lateral (
       select l->>'name' as name, (l->>'rate')::float8 as rate from jsonb_array_elements(sale.taxes) l
       where l->>'account' = m.account limit 1
     ) line on true
     group by 1, 2, 3, 4, 5 order by 1, 2 nulls first, 3, 5`,
    [from, to, zone],
  );
}

// Exports the collected and refunded amount of each tax, month by month. The sums come from the ledger, in which each
// tax has an account.
import * as rows from '#contract/storefront-taxes.ts';
import { csvLine } from '#domain/csv.ts';
import { difference, sum, type Cents } from '#domain/money.ts';
import { timeZoneOf } from '#domain/region.ts';
import { percentOf } from '#domain/tax-lines.ts';
import type { TaxAccount } from '#domain/tax-accounts.ts';
import { dayOf } from '#domain/day.ts';
import { statement, type Database } from '#engine/database.ts';
import { TextFile } from '../../http/text-file.ts';
import { handler } from '../../http/handler.ts';

const COLUMNS = ['Month', 'Region', 'Tax', 'Rate', 'Taken', 'Given back', 'To pay on', 'Account'];

export const exportTaxes = handler(
  rows.exportTaxes,
  async ({ db, settings }, _caller, { from, to }) => {
    const zone = timeZoneOf(settings.taxes().sellerRegion);
    async function* lines() {
      for (const month of monthsFrom(from, to)) {
        const sums = await sumMonth(db, month, zone);
        // The header is written only after the first month was read. So if reading fails, the client gets a normal
        // error response.
        if (month === from) yield csvLine(COLUMNS);
        for (const one of sums) yield lineOf(month, one);
      }
    }
    return new TextFile(lines());
  },
);

type TaxSum = {
  region: string | null;
  account: TaxAccount;
  name: string | null;
  rate: number | null;
  taken: Cents;
  returned: Cents;
};

function lineOf(month: string, { region, account, name, rate, taken, returned }: TaxSum): string {
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

/** Lists the months from one month to another, including both, in the form `2026-11`. */
function monthsFrom(from: string, to: string): string[] {
  const months: string[] = [];
  for (const day = new Date(`${from}-01`); ; day.setUTCMonth(day.getUTCMonth() + 1)) {
    const month = day.toISOString().slice(0, 7);
    if (month > to) return months;
    months.push(month);
  }
}

function daysOf(month: string): string[] {
  const days: string[] = [];
  for (const day = new Date(`${month}-01`); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const iso = dayOf(day);
    if (!iso.startsWith(month)) return days;
    days.push(iso);
  }
}

/**
 * Sums a month day by day, because a whole month of a large shop takes longer than the statement
 * time-out.
 */
async function sumMonth(db: Database, month: string, zone: string): Promise<TaxSum[]> {
  const sums = new Map<string, TaxSum>();
  for (const day of daysOf(month)) {
    for (const one of await sumDay(db, day, zone)) {
      const key = JSON.stringify([one.region, one.account, one.name, one.rate]);
      const before = sums.get(key);
      sums.set(key, before === undefined ? one : added(before, one));
    }
  }
  return [...sums.values()].toSorted(
    (a, b) =>
      compare(a.region ?? '', b.region ?? '') ||
      compare(a.account, b.account) ||
      (a.rate ?? Infinity) - (b.rate ?? Infinity),
  );
}

const added = (one: TaxSum, other: TaxSum): TaxSum => ({
  ...one,
  taken: sum(one.taken, other.taken),
  returned: sum(one.returned, other.returned),
});

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Sums a day in a time zone. A refund counts on the day of the refund. */
async function sumDay(db: Database, day: string, zone: string): Promise<TaxSum[]> {
  return statement<TaxSum>(
    db,
    `select sale.region, m.account, line.name, line.rate,
       sum(m.taken)::bigint as taken, sum(m.returned)::bigint as returned
     from (
       select j.kind, j.reference_id, x.account, x.taken, x.returned
       from transfers t join journals j on j.id = t.journal_id
       cross join lateral (
         values (t.credit_account_id, t.amount, 0::bigint), (t.debit_account_id, 0::bigint, t.amount)
       ) x (account, taken, returned)
       where t.created_at >= $1::timestamp at time zone $2
         and t.created_at < ($1::timestamp + interval '1 day') at time zone $2
         and starts_with(x.account, 'house:tax')
     ) m
     left join refunds f on m.kind = 'take_back' and f.id = m.reference_id
     left join disputes d on m.kind = 'dispute_lost' and d.id = m.reference_id
     left join payments y on y.id = coalesce(f.payment_id, d.payment_id)
     left join order_singles b on m.kind = 'refund' and b.new_card_id = m.reference_id
     left join lateral (
       select region, taxes from orders where id = coalesce(y.subject_id, b.order_id, m.reference_id)
       union all select region, taxes from shipments where id = coalesce(y.subject_id, m.reference_id)
     ) sale on true
     left join lateral (
       select l->>'name' as name, (l->>'rate')::float8 as rate from jsonb_array_elements(sale.taxes) l
       where l->>'account' = m.account limit 1
     ) line on true
     group by 1, 2, 3, 4`,
    [day, zone],
  );
}

import type { Cents } from '#domain/money.ts';
import { statement, type Database } from '#engine/database.ts';

/** A refund of a sale that was reported to the provider. */
export type UnreportedReturn = {
  journal_id: string;
  calculation_id: string;
  recorded_as: string;
  line_item: string;
  goods: Cents;
  tax: Cents;
};

/**
 * Lists unreported refunds of reported sales, oldest first. A refund is a journal that returned a part of a price or of
 * a shipping fee, and the taxes on that part.
 */
export async function listUnreportedReturns(
  db: Database,
  most: number,
): Promise<UnreportedReturn[]> {
  return statement<UnreportedReturn>(
    db,
    `select j.id as journal_id, c.id as calculation_id, c.recorded_as, c.line_item, m.goods, m.tax
     from journals j
     left join refunds f on j.kind = 'take_back' and f.id = j.reference_id
     left join disputes d on j.kind = 'dispute_lost' and d.id = j.reference_id
     left join payments y on y.id = coalesce(f.payment_id, d.payment_id)
     left join order_singles b on j.kind = 'refund' and b.new_card_id = j.reference_id
     join tax_calculations c on c.sale_id = coalesce(y.subject_id, b.order_id, j.reference_id) and c.recorded_as is not null
     cross join lateral (
       select coalesce(sum(t.amount) filter (where t.debit_account_id in ('house:sales', 'house:shipping')), 0)::bigint as goods,
         coalesce(sum(t.amount) filter (where starts_with(t.debit_account_id, 'house:tax')), 0)::bigint as tax
       from transfers t where t.journal_id = j.id
     ) m
     where j.kind in ('refund', 'take_back', 'dispute_lost') and m.goods + m.tax > 0
       and not exists (select from tax_reversals r where r.journal_id = j.id)
     order by j.created_at, j.id limit $1`,
    [most],
  );
}

export async function insertReversal(
  db: Database,
  { journal_id, calculation_id, goods, tax }: UnreportedReturn,
  recordedAs: string,
): Promise<void> {
  await statement(
    db,
    `insert into tax_reversals (journal_id, calculation_id, goods, tax, recorded_as) values ($1, $2, $3, $4, $5)
     on conflict (journal_id) do nothing`,
    [journal_id, calculation_id, goods, tax, recordedAs],
  );
}

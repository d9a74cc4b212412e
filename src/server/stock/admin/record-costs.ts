// Operators record or correct what the packs of an intake cost (choice 968).
import * as rows from '#contract/stock-costs-admin.ts';
import { decimalOf } from '#domain/decimals.ts';
import { sum, toCents, ZERO } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { splitByWeight } from '#domain/split.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import { lockIntake } from './intake-queries.ts';
import {
  findCostInStock,
  listIntakeRows,
  listIntakePacks,
  storeCosts,
  storeSupplier,
} from './pack-costs-queries.ts';

export const listIntakeCosts = handler(
  rows.listIntakeCosts,
  async ({ db }, _caller, { packTypeId }) => {
    const [intakes, inStock] = await Promise.all([
      listIntakeRows(db, packTypeId, rows.INTAKES_MOST),
      findCostInStock(db, packTypeId),
    ]);
    return {
      intakes: intakes.map(({ received_on: receivedOn, ...intake }) => ({ receivedOn, ...intake })),
      inStock,
    };
  },
);

export const recordCosts = handler(rows.recordCosts, async (context, caller, asked) => {
  const { db } = context;
  const { packTypeId, per, amount, tax = ZERO, invoice = null, supplier } = asked;
  // Without this lock, two operators at once could record costs for the same packs.
  await lockIntake(db, [packTypeId]);
  const packs = await listIntakePacks(db, { ...asked, invoice: asked.listedInvoice });
  if (packs.length === 0) throw new Rejection('NOT_FOUND');
  if (packs.length !== asked.packs) throw new Rejection('CHANGED_MEANWHILE');
  const equal = packs.map(() => toCents(1));
  const [costs, taxes] =
    per === 'pack'
      ? [packs.map(() => amount), packs.map(() => tax)]
      : [splitByWeight(amount, equal), splitByWeight(tax, equal)];
  const costed = packs.map(({ id }, at) => ({ id, cost: costs[at]!, tax: taxes[at]! }));
  await storeCosts(db, costed, { invoice, operatorId: caller.userId });
  const ids = packs.map(({ id }) => id);
  if (supplier !== undefined) await storeSupplier(db, ids, supplier);
  const total = { cost: sum(...costs), tax: sum(...taxes) };
  await recordAuditEntry(context, caller, {
    action: 'record_costs',
    subject: { kind: 'pack_type', id: packTypeId },
    ...(asked.isKnown && {
      before: {
        cost: decimalOf(sum(...packs.map((pack) => pack.cost ?? ZERO))),
        tax: decimalOf(sum(...packs.map((pack) => pack.tax ?? ZERO))),
        invoice: asked.listedInvoice,
      },
    }),
    after: {
      receivedOn: asked.receivedOn,
      packs: packs.length,
      cost: decimalOf(total.cost),
      tax: decimalOf(total.tax),
      invoice,
      ...(supplier !== undefined && { supplier }),
    },
  });
  return { packs: packs.length, ...total };
});

// What packs cost the shop: one pack, or all packs of an intake together.
import { toCents, ZERO, type Cents } from './money.ts';
import { splitByWeight } from './split.ts';

/** `tax` was paid on top of `amount`, and is not part of the cost. */
export type PackCost = {
  amount: Cents;
  tax?: Cents | undefined;
  invoice?: string | undefined;
};

/**
 * Splits what packs cost together, to the cent. Packs that name their own cost keep that cost, and the bill is split
 * over the other packs. A pack that is listed twice counts once.
 */
export function spreadBill<Pack extends { serial: string; cost?: PackCost | undefined }>(
  packs: readonly Pack[],
  bill: PackCost,
): Pack[] {
  const serials = [
    ...new Set(packs.flatMap(({ serial, cost }) => (cost === undefined ? [serial] : []))),
  ];
  if (serials.length === 0) return [...packs];
  const equal = serials.map(() => toCents(1));
  const amounts = splitByWeight(bill.amount, equal);
  const taxes = splitByWeight(bill.tax ?? ZERO, equal);
  const costs = new Map(
    serials.map((serial, at) => [
      serial,
      { amount: amounts[at]!, tax: taxes[at]!, invoice: bill.invoice },
    ]),
  );
  return packs.map((pack) =>
    pack.cost === undefined ? { ...pack, cost: costs.get(pack.serial) } : pack,
  );
}

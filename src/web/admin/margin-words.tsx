// Writes margins: costs with a minus sign, and unknown amounts as unknown.
import type { MarginRow, MarginTotal } from '#contract/margin.ts';
import { recordCosts } from '#contract/stock-costs-admin.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useMay } from '../admin-kit/use-may.ts';
import { countOf } from '../ui/count-of.ts';
import { muted } from '../ui/muted.tsx';

/** Writes an amount, or a dash for nothing. */
export function money(amount: Cents) {
  return amount === 0 ? (
    muted('–')
  ) : (
    <span className="whitespace-nowrap tabular-nums">{formatCad(amount)}</span>
  );
}

/** A column of the table of margins. It sums one or more parts of a margin. */
export type Part = { name: string; head: string; amountOf: (row: MarginTotal) => Cents };

export const PARTS: Part[] = [
  { name: 'sold', head: 'Sold', amountOf: (row) => sum(row.sold, row.soldElsewhere) },
  { name: 'back', head: 'Discounts, refunds', amountOf: (row) => sum(row.discounts, row.refunds) },
  {
    name: 'cards',
    head: 'Paid for cards',
    amountOf: (row) => sum(row.boughtBack, row.converted, row.recovered),
  },
  {
    name: 'fees',
    head: 'Parcels and fees',
    amountOf: (row) => sum(row.shipping, row.labels, row.fees, row.providerFees),
  },
  { name: 'other', head: 'Gifts, losses', amountOf: (row) => sum(row.gifts, row.losses) },
];

/** What packs and singles cost, and for how many packs the cost is unknown. */
export function Cost({ row, packTypeId }: { row: MarginTotal; packTypeId: string | null }) {
  const mayRecord = useMay(recordCosts);
  const { packCost, singleCost, packsWithoutCost } = row;
  const isUnknown = packsWithoutCost > 0;
  const amount = sum(packCost, singleCost);
  if (!isUnknown) return money(amount);
  const unknown = `unknown for ${countOf(packsWithoutCost, 'pack')}`;
  return (
    <span className="block py-2">
      {amount !== 0 && (
        <span className="block whitespace-nowrap tabular-nums">{formatCad(amount)}</span>
      )}
      <span className="block text-text-2">
        {mayRecord && packTypeId !== null ? (
          <Link to="/admin/stock/intake" search={{ costs: packTypeId }} className="link hit-44">
            {unknown}
          </Link>
        ) : (
          unknown
        )}
      </span>
    </span>
  );
}

/** The amount left. If a cost is unknown, so is this amount; then it shows the amount before that cost. */
export function AmountLeft({ row: { left, leftBeforeUnknown } }: { row: MarginTotal }) {
  if (left !== null)
    return <span className="font-semibold whitespace-nowrap tabular-nums">{formatCad(left)}</span>;
  return (
    <span className="block py-2">
      <span className="block font-semibold">Unknown</span>
      <span className="block text-text-2 tabular-nums">
        {formatCad(leftBeforeUnknown)} without the cost
      </span>
    </span>
  );
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Writes a month such as 2026-11 as "November 2026". */
export function monthInWords(month: string): string {
  const [year, number] = month.split('-');
  return `${MONTHS[Number(number) - 1]} ${year}`;
}

/** What a row of the table sold: "12 packs, 3 singles". */
export function soldWords({ packs, singles }: MarginRow | MarginTotal): string {
  return [
    ...(packs === 0 ? [] : [countOf(packs, 'pack')]),
    ...(singles === 0 ? [] : [countOf(singles, 'single')]),
  ].join(', ');
}

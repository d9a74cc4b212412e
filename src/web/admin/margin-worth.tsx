// What the shop owes, what its stock is worth, and what the packs of its drops were worth.
import type { DropReturnRow, Owed, StockValue } from '#contract/margin.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';
import { Badge } from '../ui/badge.tsx';
import { countOf } from '../ui/count-of.ts';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { muted } from '../ui/muted.tsx';

export function OwedFigures({ owed }: { owed: Owed | null }) {
  return (
    <section aria-labelledby="owed">
      <HourlyHeading id="owed" title="Still owed" valuedAt={owed?.valuedAt} />
      {owed === null ? (
        <p className="text-text-2">Stock and debts are valued once an hour, and were not yet.</p>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
            <Figure
              label="Credits bought"
              value={formatCad(owed.creditsBought)}
              note="Unspent ones go back to their card"
            />
            <Figure label="Credits earned" value={formatCad(owed.creditsEarned)} />
            <Figure
              label="Cards that can be sold back"
              value={formatCad(owed.sellableValue)}
              note={`${countOf(owed.sellableCards, 'card')}, ${formatCad(owed.sellableMarket)} at market`}
            />
            <Figure
              label="Parcels under way"
              value={owed.parcels.toLocaleString('en-CA')}
              note={`${countOf(owed.parcelCards, 'card')}, ${formatCad(owed.parcelMarket)} at market`}
            />
            <Figure
              label="Sealed packs of buyers"
              value={owed.sealedPacks.toLocaleString('en-CA')}
            />
            <Figure label="Owed by customers" value={formatCad(owed.debts)} />
            <Figure
              label="Singles lost"
              value={owed.lostSingles.toLocaleString('en-CA')}
              note={`They cost ${formatCad(owed.lostSinglesCost)}`}
            />
          </dl>
        </>
      )}
    </section>
  );
}

/**
 * The heading of figures that an hourly job counts. `valuedAt`: when the job last counted; undefined before its first
 * run.
 */
function HourlyHeading({
  id,
  title,
  valuedAt,
}: {
  id: string;
  title: string;
  valuedAt: Date | undefined;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-baseline gap-x-4">
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      {valuedAt && (
        <p className="text-small text-text-2">As of {formatMoment(valuedAt)}, counted hourly</p>
      )}
    </div>
  );
}

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="min-w-0 rounded-card border border-line bg-surface p-4">
      <dt className="text-small text-text-2">{label}</dt>
      <dd className="mt-1 text-h3 font-semibold break-words tabular-nums">{value}</dd>
      {note && <dd className="mt-1 text-small text-text-2">{note}</dd>}
    </div>
  );
}

type StockLine = StockValue & { id: string; isTotal: boolean };

function stockLines(stock: StockValue[]): StockLine[] {
  const lines = stock.map((one) => ({
    ...one,
    id: `${one.line} ${one.game} ${one.packTypeId}`,
    isTotal: false,
  }));
  if (stock.length < 2) return lines;
  const markets = stock.map(({ market }) => market);
  const total = {
    ...stock[0]!,
    id: 'total',
    isTotal: true,
    name: 'Total',
    pieces: stock.reduce((count, one) => count + one.pieces, 0),
    withoutCost: stock.reduce((count, one) => count + one.withoutCost, 0),
    cost: sum(...stock.map((one) => one.cost)),
    market: markets.every((market) => market !== null) ? sum(...markets) : null,
  };
  return [...lines, total];
}

export function StockTable({
  stock,
  valuedAt,
}: {
  stock: StockValue[];
  valuedAt: Date | undefined;
}) {
  if (stock.length === 0) return null;
  return (
    <section aria-labelledby="stock">
      <HourlyHeading id="stock" title="Stock" valuedAt={valuedAt} />
      <DataTable
        caption="Stock at cost and at market"
        columns={STOCK_COLUMNS}
        rows={stockLines(stock)}
        keyOf={(line) => line.id}
        card={(line) => <RowCard heading={line.name} columns={STOCK_COLUMNS} row={line} />}
      />
      <p className="mt-3 max-w-[72ch] text-small text-text-2">
        Sealed packs count at market with the mean of what packs of their type hold. That is unknown
        while fewer than twenty of a type are counted.
      </p>
    </section>
  );
}

function costOf({ cost, pieces, withoutCost }: StockLine): ReactNode {
  if (withoutCost === pieces) return muted('Unknown');
  if (withoutCost === 0) return formatCad(cost);
  return (
    <>
      <span className="block">{formatCad(cost)}</span>
      <span className="block text-text-2">unknown for {withoutCost.toLocaleString('en-CA')}</span>
    </>
  );
}

const orUnknown = (amount: Cents | null): ReactNode =>
  amount === null ? muted('Unknown') : formatCad(amount);

const STOCK_COLUMNS: Column<StockLine>[] = [
  {
    name: 'name',
    head: 'What',
    cell: (line) => <span className={line.isTotal ? 'font-semibold' : ''}>{line.name}</span>,
  },
  {
    name: 'pieces',
    head: 'Pieces',
    align: 'right',
    cell: (line) => line.pieces.toLocaleString('en-CA'),
  },
  { name: 'cost', head: 'At cost', align: 'right', cell: costOf },
  { name: 'market', head: 'At market', align: 'right', cell: (line) => orUnknown(line.market) },
];

/** A row of a table as a card: each column with its head. The first column is the heading. */
function RowCard<Row>({
  heading,
  columns,
  row,
}: {
  heading: string;
  columns: Column<Row>[];
  row: Row;
}) {
  return (
    <div className="grid gap-2 text-small">
      <p className="font-[560]">{heading}</p>
      <dl className="grid gap-1.5">
        {columns.slice(1).map(({ name, head, cell }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-text-2">{head}</dt>
            <dd className="text-right tabular-nums">{cell(row)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function DropReturns({ drops }: { drops: DropReturnRow[] }) {
  if (drops.length === 0) return null;
  return (
    <section aria-labelledby="drops">
      <h2 id="drops" className="mb-4 text-h3">
        Drops: designed and returned
      </h2>
      <DataTable
        caption="What drops were designed to return, and returned"
        columns={DROP_COLUMNS}
        rows={drops}
        keyOf={(drop) => drop.dropId}
        card={(drop) => <RowCard heading={nameOf(drop)} columns={DROP_COLUMNS} row={drop} />}
      />
      <p className="mt-3 max-w-[72ch] text-small text-text-2">
        Means of a pack’s credit value, all at the prices of one day. In 95 of 100 drops the opened
        packs lie in the range of chance; outside of it, look at how the drop was put together.
        While one to nineteen of its packs are sealed, a drop is not valued anew.
      </p>
    </section>
  );
}

/** Writes an amount on one line. */
const cad = (amount: Cents) => (
  <span className="whitespace-nowrap tabular-nums">{formatCad(amount)}</span>
);

const nameOf = ({ name, number }: DropReturnRow) => `${name}, drop ${number}`;

const DROP_COLUMNS: Column<DropReturnRow>[] = [
  { name: 'name', head: 'Drop', cell: nameOf },
  {
    name: 'opened',
    head: 'Opened',
    align: 'right',
    cell: ({ opened, packs }) =>
      `${opened.toLocaleString('en-CA')} of ${packs.toLocaleString('en-CA')}`,
  },
  { name: 'price', head: 'Price', align: 'right', cell: ({ price }) => cad(price) },
  {
    name: 'designed',
    head: 'Designed',
    align: 'right',
    cell: ({ designed }) => cad(designed),
  },
  {
    name: 'actual',
    head: 'Came out',
    align: 'right',
    cell: ({ actual, isWithinChance }) =>
      actual === null ? (
        muted('–')
      ) : (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {cad(actual)}
          {!isWithinChance && <Badge tone="warn">Not by chance</Badge>}
        </span>
      ),
  },
  {
    name: 'chance',
    head: 'By chance',
    align: 'right',
    cell: ({ chance }) =>
      chance === null ? (
        muted('–')
      ) : (
        <>
          {cad(chance.low)} to {cad(chance.high)}
        </>
      ),
  },
  {
    name: 'paid',
    head: 'Paid back so far',
    align: 'right',
    cell: ({ paidBack }) => (paidBack === null ? muted('–') : cad(paidBack)),
  },
];

// The page of margins: what was earned, what is owed, what lies in stock, and what the packs of drops were worth. The
// URL holds the period and the grouping.
import { showAdminPackType } from '#contract/catalogue-admin.ts';
import { useMay } from '../admin-kit/use-may.ts';
import {
  exportMargin,
  showMargin,
  showWorth,
  type MarginRow,
  type MarginTotal,
  type PriceWarning,
} from '#contract/margin.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { MarginGroup } from '#domain/margin-group.ts';
import { formatCad, sum } from '#domain/money.ts';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { AdminFrame } from '../admin-kit/admin-frame.tsx';
import { saveCsv } from '../admin-kit/save-text.ts';
import { useAsk } from '../api/ask.ts';
import { useDo } from '../api/do.ts';
import { messageOf } from '../api/messages.ts';
import { WhenLoaded } from '../lists/when-loaded.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Select } from '../ui/select.tsx';
import { Banner } from '../ui/states.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { showToast } from '../ui/toast.tsx';
import type { MarginSearch } from './margin-search.ts';
import { Cost, soldWords, AmountLeft, money, monthInWords, PARTS } from './margin-words.tsx';
import { DropReturns, OwedFigures, StockTable } from './margin-worth.tsx';

export const screen = createLazyRoute('/admin/margin')({ component: MarginPage });

const GROUPS: { name: MarginGroup; label: string }[] = [
  { name: 'type', label: 'By pack type' },
  { name: 'drop', label: 'By drop' },
  { name: 'month', label: 'By month' },
  { name: 'game', label: 'By game' },
];

function MarginPage() {
  const search = screen.useSearch();
  const margin = useAsk(showMargin, search, { keepsPrevious: true });
  const worth = useAsk(showWorth, {});
  return (
    <AdminFrame title="Margin">
      <div className="grid grid-cols-1 gap-10">
        {worth.data && <PriceWarnings warnings={worth.data.warnings} />}
        <section aria-labelledby="earned">
          <h2 id="earned" className="mb-4 text-h3">
            Earned
          </h2>
          <WhenLoaded list={margin} what="margins">
            {(found) => <Earned found={found} search={search} />}
          </WhenLoaded>
        </section>
        <WhenLoaded list={worth} what="stock and debts">
          {(found) => (
            <>
              <OwedFigures owed={found.owed} />
              <StockTable stock={found.stock} valuedAt={found.owed?.valuedAt} />
              <DropReturns drops={found.drops} />
            </>
          )}
        </WhenLoaded>
      </div>
    </AdminFrame>
  );
}

function PriceWarnings({ warnings }: { warnings: PriceWarning[] }) {
  const seesTypes = useMay(showAdminPackType);
  if (warnings.length === 0) return null;
  return (
    <Banner title={warnings.length === 1 ? 'A price loses money' : 'Some prices lose money'}>
      <ul className="grid gap-1">
        {warnings.map((type) => (
          <li key={type.packTypeId}>
            {seesTypes ? (
              <Link to="/admin/catalogue" search={{ id: type.packTypeId }} className="link hit-44">
                {type.name}
              </Link>
            ) : (
              type.name
            )}{' '}
            sells for {formatCad(type.price)}
            {type.warnings.includes('below_cost') &&
              `; its packs cost ${formatCad(type.cost)} each`}
            {type.warnings.includes('below_return') &&
              `; selling its cards back brings ${formatCad(type.returned)} on average`}
            .
          </li>
        ))}
      </ul>
    </Banner>
  );
}

type Found = Reply<typeof showMargin>;

function Earned({ found, search }: { found: Found; search: MarginSearch }) {
  const navigate = useNavigate();
  const { by = 'type' } = search;
  return (
    <>
      <Period found={found} search={search} />
      <Tabs
        label="Grouping"
        tabs={GROUPS}
        selected={by}
        onSelect={(next) => {
          const { by: _by, ...period } = search;
          void navigate({
            to: '/admin/margin',
            search: next === 'type' ? period : { ...period, by: next },
          });
        }}
      >
        <div className="grid grid-cols-1 gap-4 pt-5">
          <MarginTable found={found} by={by} />
          <p className="max-w-[72ch] text-small text-text-2">
            Months are in UTC. Amounts are before tax. A card that is sold as a single costs the
            singles what you paid for it, and the packs that it came from get that back. One that
            nobody finds stays in “Paid for cards”; “Singles lost” below counts it within the hour.
          </p>
        </div>
      </Tabs>
    </>
  );
}

/** The months that can be chosen, newest first. */
const MONTHS_OFFERED = 36;

function monthsUntil(last: string): string[] {
  const [year = 0, number = 1] = last.split('-').map(Number);
  return Array.from({ length: MONTHS_OFFERED }, (_, at) => {
    const index = year * 12 + number - 1 - at;
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  });
}

function Period({ found, search }: { found: Found; search: MarginSearch }) {
  const navigate = useNavigate();
  const csv = useDo(exportMargin);
  const [now] = useState(() => new Date().toISOString().slice(0, 7));
  const months = monthsUntil(found.to > now ? found.to : now);
  if (!months.includes(found.from)) months.push(found.from);
  const options = months.map((value) => ({ value, label: monthInWords(value) }));
  const choose = (from: string, to: string) =>
    void navigate({ to: '/admin/margin', search: { ...search, from, to } });
  return (
    <div className="mb-5 grid grid-cols-1 gap-4 sm:grid-cols-[200px_200px_1fr] sm:items-end">
      <Select
        label="First month"
        options={options}
        value={found.from}
        onChange={({ target }) =>
          choose(target.value, target.value > found.to ? target.value : found.to)
        }
      />
      <Select
        label="Last month"
        options={options}
        value={found.to}
        onChange={({ target }) =>
          choose(target.value < found.from ? target.value : found.from, target.value)
        }
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:justify-end">
        <p className="text-small text-text-2">
          {found.countedUntil === null
            ? 'Nothing is added up yet.'
            : `Added up until ${formatMoment(found.countedUntil)}`}
        </p>
        <Button
          variant="secondary"
          busy={csv.isPending}
          onClick={() =>
            csv.mutate(search, {
              onSuccess: (text) => saveCsv(text, exportMargin.savedAs),
              onError: (error) =>
                showToast({ kind: 'error', title: 'Nothing was exported', text: messageOf(error) }),
            })
          }
        >
          Export CSV
        </Button>
      </div>
    </div>
  );
}

type Line = MarginTotal & {
  id: string;
  name: string;
  /** Null if the line is about no single pack type. */
  packTypeId: string | null;
  isTotal: boolean;
};

function linesOf({ rows, total }: Found, by: MarginGroup): Line[] {
  const name = (row: MarginRow) => (by === 'month' ? monthInWords(row.name) : row.name);
  return [
    ...rows.map((row) => ({
      ...row,
      id: `${row.key} ${row.line}`,
      name: name(row),
      packTypeId: by === 'type' && row.line === 'packs' ? row.key : null,
      isTotal: false,
    })),
    { ...total, id: 'total', name: 'Total', packTypeId: null, isTotal: true },
  ];
}

function MarginTable({ found, by }: { found: Found; by: MarginGroup }) {
  if (found.rows.length === 0) {
    return <p className="text-text-2">Nothing was earned or spent in these months.</p>;
  }
  const lines = linesOf(found, by);
  return (
    <DataTable
      caption="Margins"
      columns={columnsOf(lines)}
      rows={lines}
      keyOf={(line) => line.id}
      card={(line) => <LineCard line={line} />}
    />
  );
}

function Name({ line }: { line: Line }) {
  const counts = soldWords(line);
  return (
    <span className="block py-2">
      <span className={line.isTotal ? 'font-semibold' : 'font-[560]'}>{line.name}</span>
      {counts !== '' && <span className="block text-text-2">{counts}</span>}
    </span>
  );
}

/** The columns of the table. A part that is zero in every line gets no column. */
const columnsOf = (lines: Line[]): Column<Line>[] => [
  { name: 'name', head: 'For', cell: (line) => <Name line={line} /> },
  ...PARTS.filter(({ amountOf }) => lines.some((line) => amountOf(line) !== 0)).map(
    ({ name, head, amountOf }): Column<Line> => ({
      name,
      head,
      align: 'right',
      cell: (line) => money(amountOf(line)),
    }),
  ),
  {
    name: 'cost',
    head: 'Cost',
    align: 'right',
    cell: (line) => <Cost row={line} packTypeId={line.packTypeId} />,
  },
  { name: 'left', head: 'Left', align: 'right', cell: (line) => <AmountLeft row={line} /> },
];

function LineCard({ line }: { line: Line }) {
  const shown = PARTS.filter(({ amountOf }) => amountOf(line) !== 0);
  const hasCost = sum(line.packCost, line.singleCost) !== 0 || line.packsWithoutCost > 0;
  return (
    <div className="grid gap-3 text-small">
      <Name line={line} />
      <dl className="grid gap-1.5">
        {shown.map(({ name, head, amountOf }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-text-2">{head}</dt>
            <dd className="text-right">{money(amountOf(line))}</dd>
          </div>
        ))}
        {hasCost && (
          <div className="flex justify-between gap-4">
            <dt className="text-text-2">Cost</dt>
            <dd className="text-right">
              <Cost row={line} packTypeId={line.packTypeId} />
            </dd>
          </div>
        )}
        <div className="flex justify-between gap-4 border-t border-line pt-1.5">
          <dt className="font-[560]">Left</dt>
          <dd className="text-right">
            <AmountLeft row={line} />
          </dd>
        </div>
      </dl>
    </div>
  );
}

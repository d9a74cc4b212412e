// Shows the real contents of opened packs of a type. Each dot is a pack, placed by the value of its cards on the day it
// was opened. A line marks the pack's price today. The table below has the same data.
import { formatCad, type Cents } from '#domain/money.ts';
import { ChartTable } from '../ui/chart.tsx';
import { gridlines, gridLabel } from '../ui/chart-scale.ts';
import { useOpenedPacks } from './queries.ts';

export function OpenedPacks({ packTypeId }: { packTypeId: string }) {
  const opened = useOpenedPacks(packTypeId);
  if (opened === undefined || opened.packs === 0) return null;
  const { packs, abovePrice, price, values } = opened;
  return (
    <section aria-labelledby="opened-packs" className="mt-7">
      <h2 id="opened-packs" className="text-h3">
        What opened packs held
      </h2>
      <p className="mt-1 text-small text-text-2">
        {packs} opened, {abovePrice} above the price
      </p>
      <Dots values={values} price={price} />
      <p className="mt-1 text-small text-text-3">
        Each dot is a pack: the market value of its cards on the day it was opened. Packs are added
        ten at a time.
      </p>
      <ValueTable values={values} price={price} />
    </section>
  );
}

type DotsProps = { values: readonly Cents[]; price: Cents };

/** The number of columns. Dots of similar value are stacked in the same column. */
const COLUMNS = 48;
const DOT = 4;
const BASE = 22;

function Dots({ values, price }: DotsProps) {
  const lines = gridlines(Math.max(price, ...values));
  const most = lines.at(-1)!;
  const columnOf = (cents: number) => Math.min(COLUMNS - 1, Math.floor((cents / most) * COLUMNS));
  const heights = new Map<number, number>();
  const dots = values.map((cents) => {
    const column = columnOf(cents);
    const below = heights.get(column) ?? 0;
    heights.set(column, below + 1);
    return { column, below, isAbove: cents > price };
  });
  const tallest = Math.max(...heights.values());
  const step = Math.min(2 * DOT, 160 / tallest);
  const height = Math.max(48, tallest * step + 2 * DOT);
  const along = (cents: number) => `${(cents / most) * 100}%`;
  const above = values.filter((cents) => cents > price).length;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- The chart is drawn here, and an <img> would need a file.
      role="img"
      aria-label={`${values.length} opened packs by market value, from ${formatCad(values[0])} to ${formatCad(values.at(-1))}; ${above} above today’s price of ${formatCad(price)}. Each of them is in the table below.`}
      width="100%"
      height={height + BASE + 16}
      className="mt-3 block overflow-visible text-head"
    >
      <line
        x1={along(price)}
        x2={along(price)}
        y1="14"
        y2={height + 16}
        strokeDasharray="4 3"
        className="stroke-text"
      />
      <text
        x={along(price)}
        y="10"
        textAnchor={price / most > 0.7 ? 'end' : 'start'}
        className="fill-text font-semibold"
      >
        Price {formatCad(price)}
      </text>
      <line x1="0" x2="100%" y1={height + 16} y2={height + 16} className="stroke-line-strong" />
      {dots.map(({ column, below, isAbove }) => (
        <circle
          key={`${column} ${below}`}
          cx={`${((column + 0.5) / COLUMNS) * 100}%`}
          cy={height + 16 - DOT - 1 - below * step}
          r={DOT - 0.5}
          // Dots above today's price are filled. The fill distinguishes them from other dots even without colour.
          className={isAbove ? 'fill-brand stroke-brand' : 'fill-surface stroke-text-2'}
        />
      ))}
      {lines.map((cents, at) => (
        <text
          key={cents}
          x={along(cents)}
          y={height + BASE + 12}
          textAnchor={at === 0 ? 'start' : at === lines.length - 1 ? 'end' : 'middle'}
          className="fill-text-2"
        >
          {gridLabel(cents)}
        </text>
      ))}
    </svg>
  );
}

function ValueTable({ values, price }: DotsProps) {
  const bands = gridlines(Math.max(price, ...values));
  const rows = bands.slice(1).map((to, at) => {
    const from = bands[at]!;
    const isLast = at === bands.length - 2;
    const packs = values.filter((cents) => cents >= from && (cents < to || isLast)).length;
    return { from: from as Cents, to: to as Cents, packs };
  });
  return (
    <ChartTable
      caption="Opened packs by market value"
      heads={['Market value', 'Packs']}
      rows={rows.map(({ from, to, packs }) => ({
        key: String(from),
        cells: [`${formatCad(from)} to ${formatCad(to)}`, packs],
      }))}
    />
  );
}

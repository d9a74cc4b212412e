// A bar for each day of a period, and the same as a table. Nothing is conveyed by colour alone.
import { classNames } from './class-names.ts';
import { gridlines } from './chart-scale.ts';

type ChartDay = {
  /** `2026-11-21`. */
  date: string;
  /** May be below zero. */
  value: number;
};

type DayChartProps = {
  /** Names the chart and its table, with the unit: "Sales, CAD". */
  title: string;
  /** The head of the table's column. */
  valueHead: string;
  days: readonly ChartDay[];
  /** A value with its unit: "CAD 20.00". */
  format: (value: number) => string;
  /** The same without the unit, for the axis: "20". */
  formatAxis: (value: number) => string;
};

/** Pixels; widths are shares of the place that there is. */
const PLOT_TOP = 24;
const PLOT_HEIGHT = 140;
const LABEL_HEIGHT = 28;
const BAR_SHARE = 0.6;
/** Days whose name is written below the bars. */
const LABELS_MOST = 7;

export function DayChart(props: DayChartProps) {
  if (props.days.every((day) => day.value === 0)) {
    return <p className="text-small text-text-2">Nothing in these days.</p>;
  }
  return (
    <div className="min-w-0">
      <Bars {...props} />
      <DayTable {...props} />
    </div>
  );
}

function Bars({ title, days, format, formatAxis }: DayChartProps) {
  const values = days.map((day) => day.value);
  const most = Math.max(...values, 0);
  const least = Math.min(...values, 0);
  const lines = linesBetween(least, most);
  const range = lines.at(-1)! - lines[0]!;
  const heightOf = (value: number) => (Math.abs(value) / range) * PLOT_HEIGHT;
  const yOf = (value: number) => PLOT_TOP + heightOf(lines.at(-1)! - value);
  const slot = 100 / days.length;
  const top = most > 0 ? values.indexOf(most) : -1;
  const every = Math.ceil(days.length / LABELS_MOST);
  return (
    <div className="pl-12">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- It is drawn here; an img would want a file.
        role="img"
        aria-label={summaryOf(title, days, top, format)}
        width="100%"
        height={PLOT_TOP + PLOT_HEIGHT + LABEL_HEIGHT}
        className="block overflow-visible text-head"
      >
        {lines.map((value) => (
          <g key={value}>
            <line
              x1="0"
              x2="100%"
              y1={yOf(value)}
              y2={yOf(value)}
              className={value === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
            <text x="-8" y={yOf(value) + 4} textAnchor="end" className="fill-text-3">
              {formatAxis(value)}
            </text>
          </g>
        ))}
        {days.map((day, at) => (
          <g key={day.date}>
            {day.value !== 0 && (
              <rect
                x={`${(at + (1 - BAR_SHARE) / 2) * slot}%`}
                width={`${BAR_SHARE * slot}%`}
                y={yOf(Math.max(day.value, 0))}
                height={Math.max(heightOf(day.value), 1)}
                rx={days.length > 31 ? 1 : 2}
                className={at === top ? 'fill-brand' : 'fill-line-strong'}
              >
                <title>{`${dayWords(day.date)}: ${format(day.value)}`}</title>
              </rect>
            )}
            {at === top && (
              <text
                x={`${(at + 0.5) * slot}%`}
                y={yOf(day.value) - 8}
                textAnchor={anchorAt(at, days.length)}
                className="fill-text font-semibold"
              >
                {format(day.value)}
              </text>
            )}
            {(days.length - 1 - at) % every === 0 && (
              <text
                x={`${(at + 0.5) * slot}%`}
                y={PLOT_TOP + PLOT_HEIGHT + 20}
                textAnchor={days.length > LABELS_MOST ? anchorAt(at, days.length) : 'middle'}
                // A phone has room for every second one.
                className={classNames(
                  'fill-text-2',
                  ((days.length - 1 - at) / every) % 2 === 1 && 'max-sm:hidden',
                )}
              >
                {dayWords(day.date)}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** In the first and the last tenth a label in the middle of its bar would leave the frame. */
function anchorAt(at: number, count: number): 'start' | 'middle' | 'end' {
  const share = (at + 0.5) / count;
  return share < 0.1 ? 'start' : share > 0.9 ? 'end' : 'middle';
}

/** Round values from below the least to above the most, zero among them. */
export function linesBetween(least: number, most: number): number[] {
  const step = gridlines(Math.max(most, -least, 1))[1]!;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first === 0 ? 1 : 0);
  return Array.from({ length: last - first + 1 }, (_none, at) => (first + at) * step);
}

function summaryOf(
  title: string,
  days: readonly ChartDay[],
  top: number,
  format: (value: number) => string,
): string {
  const total = days.reduce((all, day) => all + day.value, 0);
  const best =
    top === -1 ? '' : `, most on ${dayWords(days[top]!.date)}: ${format(days[top]!.value)}`;
  return `${title}, last ${days.length} days: ${format(total)} in all${best}. Each day is in the table below.`;
}

function DayTable({ title, valueHead, days, format }: DayChartProps) {
  return (
    <details className="mt-2 text-small">
      <summary className="link inline-flex min-h-11 items-center">Show as a table</summary>
      <table className="w-full border-collapse">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line-strong text-head text-text-2">
            <th scope="col" className="py-2 text-left font-[560]">
              Day
            </th>
            <th scope="col" className="py-2 text-right font-[560]">
              {valueHead}
            </th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {day.date}
              </th>
              <td className="py-2 text-right whitespace-nowrap">{format(day.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** "Nov 21" for `2026-11-21`. */
function dayWords(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

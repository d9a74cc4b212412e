// A chart with a bar for each day, and a table with the same data. Colour is never the only sign.
import { ChartTable, Plot, PlotLabel, PLOT_HEIGHT } from './chart.tsx';
import { gridlines } from './chart-scale.ts';

type ChartDay = {
  /** A day such as `2026-11-21`. */
  date: string;
  /** The height of the bar; may be negative. */
  value: number;
};

type DayChartProps = {
  /** The title of chart and table, with the unit: "Sales, CAD". */
  title: string;
  /** The head of the table's column of values. */
  valueHead: string;
  days: readonly ChartDay[];
  /** Formats a value with its unit: "CAD 20.00". */
  format: (value: number) => string;
  /** Formats a value without its unit, for the axis: "20". */
  formatAxis: (value: number) => string;
  /** Labels up to seven days by weekday instead of date. */
  hasWeekdays?: boolean;
};

const BAR_SHARE = 0.6;
/** At most this many days get a label. */
const LABELS_MOST = 7;

export function DayChart(props: DayChartProps) {
  if (props.days.every((day) => day.value === 0)) {
    return <p className="text-small text-text-2">No data for this period.</p>;
  }
  return (
    <div className="min-w-0">
      <Bars {...props} />
      <ChartTable
        caption={props.title}
        heads={['Day', props.valueHead]}
        rows={props.days.toReversed().map(({ date, value }) => ({
          key: date,
          cells: [date, props.format(value)],
        }))}
      />
    </div>
  );
}

function Bars({ title, days, format, formatAxis, hasWeekdays = false }: DayChartProps) {
  const values = days.map((day) => day.value);
  const most = Math.max(...values, 0);
  const lines = linesBetween(Math.min(...values, 0), most);
  const range = lines.at(-1)! - lines[0]!;
  const slot = 100 / days.length;
  const top = most > 0 ? values.indexOf(most) : -1;
  const every = Math.ceil(days.length / LABELS_MOST);
  return (
    <Plot summary={summaryOf(title, days, top, format)} gridlines={lines} formatAxis={formatAxis}>
      {(yOf) =>
        days.map((day, at) => (
          <g key={day.date}>
            {day.value !== 0 && (
              <rect
                x={`${(at + (1 - BAR_SHARE) / 2) * slot}%`}
                width={`${BAR_SHARE * slot}%`}
                y={yOf(Math.max(day.value, 0))}
                height={Math.max((Math.abs(day.value) / range) * PLOT_HEIGHT, 1)}
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
              <PlotLabel
                at={(at + 0.5) * slot}
                anchor={days.length > LABELS_MOST ? anchorAt(at, days.length) : 'middle'}
                // Every second date is hidden on a phone, which has room for half of them.
                className={
                  !hasWeekdays && ((days.length - 1 - at) / every) % 2 === 1 ? 'max-sm:hidden' : ''
                }
              >
                {hasWeekdays ? weekday(day.date) : dayWords(day.date)}
              </PlotLabel>
            )}
          </g>
        ))
      }
    </Plot>
  );
}

/**
 * The alignment of a label. Near the edges a centred label would overflow the frame, so there it starts or ends at its
 * bar.
 */
function anchorAt(at: number, count: number): 'start' | 'middle' | 'end' {
  const share = (at + 0.5) / count;
  return share < 0.1 ? 'start' : share > 0.9 ? 'end' : 'middle';
}

/** Round values for gridlines. They include zero and cover the range from `least` to `most`. */
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

/** The weekday of a date: "Mon" for `2026-11-16`. */
function weekday(date: string): string {
  return new Date(`${date}T00:00:00Z`)
    .toLocaleDateString('en-CA', { weekday: 'short', timeZone: 'UTC' })
    .replace('.', '');
}

/** A date in words: "Nov 21" for `2026-11-21`. */
function dayWords(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

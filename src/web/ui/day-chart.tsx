// A chart with a bar for each day, and a table with the same data. No information depends on colour alone.
import { ChartTable, Plot, PlotLabel, PLOT_HEIGHT } from './chart.tsx';
import { gridlines } from './chart-scale.ts';

type ChartDay = {
  /** A day such as `2026-11-21`. */
  date: string;
  /** The height of the bar. It may be negative. */
  value: number;
};

type DayChartProps = {
  /** The title of the chart and of the table. It names the unit, as in "Sales, CAD". */
  title: string;
  /** The head of the table column with the values. */
  valueHead: string;
  days: readonly ChartDay[];
  /** Formats a value with its unit, such as "CAD 20.00". */
  format: (value: number) => string;
  /** Formats a value for the axis without its unit, such as "20". */
  formatAxis: (value: number) => string;
  /** Whether the labels are weekdays instead of dates. For at most seven days. */
  hasWeekdays?: boolean;
};

const BAR_SHARE = 0.6;
/** The maximum number of days of which each gets a label. */
const LABELS_MOST = 7;
/** The maximum number of labels in a chart of more days, because dates need more room. */
const DATES_MOST = 5;

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
  const every = days.length > LABELS_MOST ? Math.ceil(days.length / DATES_MOST) : 1;
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
                // On a phone every second date is hidden, because there is only room for half of the dates.
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

/** Returns how a label is aligned. A centred label near an edge would leave the frame, so it is shifted inwards. */
function anchorAt(at: number, count: number): 'start' | 'middle' | 'end' {
  const share = (at + 0.5) / count;
  return share < 0.1 ? 'start' : share > 0.9 ? 'end' : 'middle';
}

/** Returns round values for gridlines. They include zero, and reach from `least` or below to `most` or above. */
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

/** Returns the weekday of a date: "Mon" for `2026-11-16`. */
function weekday(date: string): string {
  return new Date(`${date}T00:00:00Z`)
    .toLocaleDateString('en-CA', { weekday: 'short', timeZone: 'UTC' })
    .replace('.', '');
}

/** Returns a date in words: "Nov 21" for `2026-11-21`. */
function dayWords(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
}

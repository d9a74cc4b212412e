// Spending of the last seven days, for My account: a chart, and the same as a table.
import { showSpending } from '#contract/wallet.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { formatDay } from '../ui/moments.ts';
import { Button } from '../ui/button.tsx';
import { gridLabel, gridlines } from '../ui/chart-scale.ts';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Price } from '../ui/price.tsx';
import { Banner, Loading, Skeleton } from '../ui/states.tsx';

const TITLE = 'Spending, last 7 days';

type Day = { date: string; amount: Cents };

function viewersTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // What browsers say when the system has none.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

export function SpendingPanel() {
  const spending = useAsk(showSpending, { period: 'week', timeZone: viewersTimeZone() });
  return (
    <FoldingPanel
      title={TITLE}
      aside={
        spending.data && (
          <p className="text-small text-text-2">
            <Price amount={spending.data.totalSpent} /> spent ·{' '}
            <Price amount={spending.data.totalEarned} /> earned
          </p>
        )
      }
    >
      {spending.data ? (
        spending.data.spendingTrend.some((day) => day.amount > 0) ? (
          <>
            <SpendingChart days={spending.data.spendingTrend} />
            <SpendingTable days={spending.data.spendingTrend} />
          </>
        ) : (
          <p className="text-small text-text-2">Nothing was spent in the last 7 days.</p>
        )
      ) : spending.isError ? (
        <Banner title="Your spending could not be loaded">
          <p>{messageOf(spending.error)}</p>
          <Button
            look="secondary"
            size="small"
            onClick={() => void spending.refetch()}
            className="mt-3"
          >
            Try Again
          </Button>
        </Banner>
      ) : (
        <Loading text="Loading spending...">
          <Skeleton className="mt-4 h-52" />
        </Loading>
      )}
    </FoldingPanel>
  );
}

/** Pixels; widths are shares of the place that there is. */
const PLOT_TOP = 24;
const PLOT_HEIGHT = 140;
const BAR_SHARE = 0.5;
const LABEL_HEIGHT = 28;

function SpendingChart({ days }: { days: Day[] }) {
  const most = Math.max(...days.map((day) => day.amount));
  const lines = gridlines(most);
  const heightOf = (cents: number) => (cents / lines.at(-1)!) * PLOT_HEIGHT;
  const yOf = (cents: number) => PLOT_TOP + PLOT_HEIGHT - heightOf(cents);
  const slot = 100 / days.length;
  const top = days.findIndex((day) => day.amount === most);
  const values = days.map((day) => `${weekday(day.date)} ${formatCad(day.amount)}`).join(', ');
  return (
    <div className="pl-10">
      <svg
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- It is drawn here; an img would want a file.
        role="img"
        aria-label={`${TITLE}: ${values}`}
        width="100%"
        height={PLOT_TOP + PLOT_HEIGHT + LABEL_HEIGHT}
        className="block overflow-visible text-head"
      >
        {lines.map((cents) => (
          <g key={cents}>
            <line
              x1="0"
              x2="100%"
              y1={yOf(cents)}
              y2={yOf(cents)}
              className={cents === 0 ? 'stroke-line-strong' : 'stroke-line'}
            />
            <text x="-8" y={yOf(cents) + 4} textAnchor="end" className="fill-text-3">
              {gridLabel(cents)}
            </text>
          </g>
        ))}
        {days.map((day, at) => (
          <g key={day.date}>
            {day.amount > 0 && (
              <rect
                x={`${(at + (1 - BAR_SHARE) / 2) * slot}%`}
                width={`${BAR_SHARE * slot}%`}
                y={yOf(day.amount)}
                height={heightOf(day.amount)}
                rx="2"
                className={at === top ? 'fill-brand' : 'fill-line-strong'}
              />
            )}
            {at === top && (
              <text
                x={`${(at + 0.5) * slot}%`}
                y={yOf(day.amount) - 8}
                // At the ends the label would leave the frame.
                textAnchor={at === 0 ? 'start' : at === days.length - 1 ? 'end' : 'middle'}
                dx={at === 0 ? -16 : at === days.length - 1 ? 16 : 0}
                className="fill-text font-semibold"
              >
                {formatCad(day.amount)}
              </text>
            )}
            <text
              x={`${(at + 0.5) * slot}%`}
              y={PLOT_TOP + PLOT_HEIGHT + 20}
              textAnchor="middle"
              className="fill-text-2"
            >
              {weekday(day.date)}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function SpendingTable({ days }: { days: Day[] }) {
  return (
    <details className="mt-2 text-small">
      <summary className="link inline-flex min-h-11 items-center">Show as a table</summary>
      <table className="w-full border-collapse">
        <caption className="sr-only">{TITLE}</caption>
        <thead>
          <tr className="border-b border-line-strong text-head text-text-2">
            <th scope="col" className="py-2 text-left font-[560]">
              Day
            </th>
            <th scope="col" className="py-2 text-right font-[560]">
              Spent
            </th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date} className="border-b border-line last:border-0">
              <th scope="row" className="py-2 text-left font-normal">
                {weekday(day.date)}, {formatDay(localDay(day.date))}
              </th>
              <td className="py-2 text-right">
                <Price amount={day.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** "Mon" for `2026-11-16`. */
function weekday(date: string): string {
  return localDay(date).toLocaleDateString('en-CA', { weekday: 'short' }).replace('.', '');
}

/** The server counted the viewer's own days, so they are read as such. */
function localDay(date: string): Date {
  return new Date(`${date}T00:00:00`);
}

// Three lines over the days: what was paid so far, what came back so far, and that with what is left.
import type { CollectionWorth } from '#contract/profile-worth.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import { ChartTable } from '../ui/chart.tsx';
import { LineChart } from '../ui/line-chart.tsx';
import { Price } from '../ui/price.tsx';

type Day = CollectionWorth['days'][number];

const LINES = [
  { name: 'Came back, with what is left', of: withLeft, look: 'main' },
  { name: 'Paid', of: ({ paid }: Day) => paid, look: 'second' },
  { name: 'Came back', of: ({ back }: Day) => back, look: 'third' },
] as const;

const TITLE = 'Paid, came back and what is left, CAD';

function withLeft({ back, here, home, sealed }: Day): Cents {
  return sum(back, here, home, sealed);
}

export function WorthChart({ days }: { days: readonly Day[] }) {
  const lines = LINES.map(({ name, look, of }) => ({
    name,
    look,
    points: days.map((day, at) => [at / (days.length - 1), of(day)] as const),
  }));
  return (
    <div className="min-w-0">
      <LineChart
        summary={summaryOf(days)}
        lines={lines}
        ends={[days[0]!.date, days.at(-1)!.date]}
      />
      <ChartTable
        caption={`${TITLE}, by day in UTC`}
        heads={['Day', 'Paid', 'Came back', 'Cards here', 'Sent to you', 'Sealed packs']}
        rows={days.toReversed().map(({ date, paid, back, here, home, sealed }) => ({
          key: date,
          cells: [
            date,
            // oxlint-disable-next-line react/no-array-index-key -- They are columns.
            ...[paid, back, here, home, sealed].map((cents, at) => (
              <Price key={at} amount={cents} />
            )),
          ],
        }))}
      />
    </div>
  );
}

function summaryOf(days: readonly Day[]): string {
  const [first, last] = [days[0]!, days.at(-1)!];
  const told = LINES.map(
    ({ name, of }) => `${name}: from ${formatCad(of(first))} to ${formatCad(of(last))}`,
  );
  return `${TITLE}, last ${days.length} days. ${told.join('. ')}. Each day is in the table below.`;
}

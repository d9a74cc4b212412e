// A chart by day with three lines: the total paid, the total returned, and the total returned plus the value of what
// the user still has.
import type { CollectionWorth } from '#contract/profile-worth.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';
import { ChartTable } from '../ui/chart.tsx';
import { dayInUtc } from '#domain/day-in-utc.ts';
import { LineChart } from '../ui/line-chart.tsx';
import { Price } from '../ui/price.tsx';

type Day = CollectionWorth['days'][number];

const LINES = [
  { name: 'Returned, with the remaining value', of: withLeft, variant: 'main' },
  { name: 'Spent', of: ({ paid }: Day) => paid, variant: 'second' },
  { name: 'Returned', of: ({ back }: Day) => back, variant: 'third' },
] as const;

const TITLE = 'Spent, returned and remaining value, CAD';

function withLeft({ back, here, home, sealed }: Day): Cents {
  return sum(back, here, home, sealed);
}

const dateOf = ({ date }: Day) => dayInUtc(new Date(date));

export function WorthChart({ days }: { days: readonly Day[] }) {
  const lines = LINES.map(({ name, variant, of }) => ({
    name,
    variant,
    points: days.map((day, at) => [at / (days.length - 1), of(day)] as const),
  }));
  return (
    <div className="min-w-0">
      <LineChart
        summary={summaryOf(days)}
        lines={lines}
        ends={[dateOf(days[0]!), dateOf(days.at(-1)!)]}
      />
      <ChartTable
        caption={`${TITLE}, by day in UTC`}
        heads={['Day', 'Spent', 'Returned', 'Cards here', 'Sent to you', 'Sealed packs']}
        rows={days.toReversed().map((day) => ({
          key: day.date,
          cells: [
            dateOf(day),
            // oxlint-disable-next-line react/no-array-index-key -- The columns never change their order.
            ...[day.paid, day.back, day.here, day.home, day.sealed].map((cents, at) => (
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

// The user's spending of the last seven days, for My account. It is shown as a chart and as a table.
import { formatCad, toCents } from '#domain/money.ts';
import { messageOf } from '../api/messages.ts';
import { Button } from '../ui/button.tsx';
import { gridLabel } from '../ui/chart-scale.ts';
import { DayChart } from '../ui/day-chart.tsx';
import { FoldingPanel } from '../ui/folding-panel.tsx';
import { Price } from '../ui/price.tsx';
import { Banner, Loading, Skeleton } from '../ui/states.tsx';
import { useSpending } from './use-spending.ts';

export const SPENDING_TITLE = 'Spending, last 7 days';

export function SpendingPanel() {
  const spending = useSpending('week');
  return (
    <FoldingPanel
      title={SPENDING_TITLE}
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
          // The dates need no conversion, because the shop counted by days of the viewer's time zone.
          <DayChart
            title="Spending, CAD"
            valueHead="Spent"
            days={spending.data.spendingTrend.map(({ date, amount }) => ({ date, value: amount }))}
            format={(cents) => formatCad(toCents(cents))}
            formatAxis={gridLabel}
            hasWeekdays
          />
        ) : (
          <p className="text-small text-text-2">Nothing was spent in the last 7 days.</p>
        )
      ) : spending.isError ? (
        <Banner title="Your spending could not be loaded">
          <p>{messageOf(spending.error)}</p>
          <Button
            variant="secondary"
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

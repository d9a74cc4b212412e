import { showSpending } from '#contract/wallet.ts';
import type { SpendingPeriod } from '#domain/spending.ts';
import { useAsk } from '../api/ask.ts';

/** What the viewer spent and got back in a period, counted in their own days. */
export function useSpending(period: SpendingPeriod) {
  return useAsk(showSpending, { period, timeZone: viewersTimeZone() });
}

function viewersTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // What browsers say when the system has none.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

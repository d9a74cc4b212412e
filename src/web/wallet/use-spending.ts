import { showSpending } from '#contract/wallet.ts';
import type { SpendingPeriod } from '#domain/spending.ts';
import { useAsk } from '../api/ask.ts';

/** What the viewer spent and got back in a period, counted by days in their time zone. */
export function useSpending(period: SpendingPeriod) {
  return useAsk(showSpending, { period, timeZone: viewersTimeZone() });
}

function viewersTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // Browsers return this if the system has no time zone.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

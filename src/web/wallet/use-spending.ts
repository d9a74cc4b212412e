import { showSpending } from '#contract/wallet.ts';
import type { SpendingPeriod } from '#domain/spending.ts';
import { useAsk } from '../api/ask.ts';

/** Returns the user's spending in a period, and the money that came back. Days are days in the user's time zone. */
export function useSpending(period: SpendingPeriod) {
  return useAsk(showSpending, { period, timeZone: viewersTimeZone() });
}

function viewersTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // If the system has no time zone, browsers return 'Etc/Unknown'.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

import { showSpending } from '#contract/wallet.ts';
import type { SpendingPeriod } from '#domain/spending.ts';
import { useAsk } from '../api/ask.ts';

/** The user's spending in a period and the money that came back, by days of the user's time zone. */
export function useSpending(period: SpendingPeriod) {
  return useAsk(showSpending, { period, timeZone: viewersTimeZone() });
}

function viewersTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  // 'Etc/Unknown': the system has no time zone.
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}

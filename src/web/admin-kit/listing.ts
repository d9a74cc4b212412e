// How operators' lists are fetched: the polling intervals, the number of rows per page, and the chosen days.
import { endOfDay, startOfDay } from '../ui/moments.ts';

export const POLL_MS = 30_000;

/** The polling interval of lists that an operator watches while waiting for a change. */
export const POLL_SOON_MS = 5_000;

export const PAGE_LIMIT = 20;

type Days = { from?: string | undefined; to?: string | undefined };

export function periodOf({ from, to }: Days): { from?: Date; to?: Date } {
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { to: endOfDay(to) }),
  };
}

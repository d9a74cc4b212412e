// Computes when scheduled jobs are due. Instants are in epoch milliseconds, and days are in UTC.

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The latest instant, not after `nowMs`, at which a daily job of this hour (UTC) was due. */
export function lastDueMs(nowMs: number, hour: number): number {
  const today = Math.floor(nowMs / DAY_MS) * DAY_MS + hour * HOUR_MS;
  return today <= nowMs ? today : today - DAY_MS;
}

/** The next instant, after `nowMs`, at which a daily job of this hour (UTC) is due. */
export function nextDueMs(nowMs: number, hour: number): number {
  return lastDueMs(nowMs, hour) + DAY_MS;
}

/**
 * The next instant after `nowMs` at which a schedule is due. A schedule with `everySeconds` is due at whole
 * multiples since 1970. One with `dailyAtHour` is due every day at that hour (UTC).
 */
export function nextRunMs(
  nowMs: number,
  schedule: { everySeconds: number } | { dailyAtHour: number },
): number {
  if ('dailyAtHour' in schedule) return nextDueMs(nowMs, schedule.dailyAtHour);
  const distance = schedule.everySeconds * 1000;
  return (Math.floor(nowMs / distance) + 1) * distance;
}

// Formats times in UTC, so that the server and every browser render the same text.

/** Formats the day as m/d/yyyy. */
export function dayInUtc(at: Date): string {
  return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
}

/** Formats day and time, as in "12/5/2026, 20:00 UTC". */
export function momentInUtc(at: Date): string {
  const minutes = String(at.getUTCMinutes()).padStart(2, '0');
  return `${dayInUtc(at)}, ${at.getUTCHours()}:${minutes} UTC`;
}

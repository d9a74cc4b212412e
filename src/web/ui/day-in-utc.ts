/** Formats the day in UTC as m/d/yyyy, so that the server and every browser render the same text. */
export function dayInUtc(at: Date): string {
  return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
}

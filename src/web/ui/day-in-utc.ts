/** m/d/yyyy of the day in UTC: the server and every browser say the same one. */
export function dayInUtc(at: Date): string {
  return `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`;
}

/** The day of a moment in UTC, as yyyy-mm-dd. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

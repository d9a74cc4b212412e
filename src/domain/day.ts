/** The UTC day of an instant, as yyyy-mm-dd. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

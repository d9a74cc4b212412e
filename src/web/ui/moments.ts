// Formats days and moments for users, in their own time zone.

/** m/d/yyyy and the time of day, in the viewer's time zone. */
export function formatMoment(at: Date): string {
  const time = at.toLocaleTimeString('en-CA', { hour: 'numeric', minute: '2-digit' });
  return `${at.getMonth() + 1}/${at.getDate()}/${at.getFullYear()}, ${time}`;
}

/** yyyy-mm-dd in the viewer's time zone, which is the format of date fields. */
export function fieldDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** The first instant of a day in the viewer's time zone. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000`);
}

/** The last instant of a day in the viewer's time zone. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999`);
}

/** m/d/yyyy in the viewer's time zone; "N/A" for null. */
export function formatDay(day: Date | null): string {
  if (day === null) return 'N/A';
  return `${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`;
}

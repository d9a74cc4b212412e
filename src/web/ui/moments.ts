// Formats days and moments for users, in their own time zone.

/** Formats an instant as m/d/yyyy and the time of day, in the viewer's time zone. `second`: its form, if it is shown. */
export function formatMoment(at: Date, second?: '2-digit'): string {
  // "5:05 pm" instead of "5:05 p.m.", so that a sentence can end with the moment.
  const time = at
    .toLocaleTimeString('en-CA', { hour: 'numeric', minute: '2-digit', second })
    .replaceAll('.', '');
  return `${at.getMonth() + 1}/${at.getDate()}/${at.getFullYear()}, ${time}`;
}

/** Formats a day as yyyy-mm-dd in the viewer's time zone. Date fields use this format. */
export function fieldDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Returns the first instant of a day in the viewer's time zone. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000`);
}

/** Returns the last instant of a day in the viewer's time zone. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59.999`);
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** Formats a day as "27 Nov" in the viewer's time zone, with its year unless that is the year of `now`. */
export function dayInWords(at: Date, now: Date): string {
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]}`;
  return at.getFullYear() === now.getFullYear() ? day : `${day} ${at.getFullYear()}`;
}

/** Formats a day as m/d/yyyy in the viewer's time zone. Returns "N/A" for null. */
export function formatDay(day: Date | null): string {
  if (day === null) return 'N/A';
  return `${day.getMonth() + 1}/${day.getDate()}/${day.getFullYear()}`;
}

// Writes a calendar file (RFC 5545), which every calendar can open.

export type CalendarEvent = {
  /** The same event always has the same id, so that a calendar does not add it twice. */
  id: string;
  at: Date;
  endsAt: Date;
  title: string;
  text: string;
  url: string;
};

/** Returns the text of the file. `now` is when the file is written. `name`: the name of a calendar to subscribe to. */
export function calendarFile(events: readonly CalendarEvent[], now: Date, name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Packs//Drop night//EN',
    // Most calendars know only the older name of this property.
    ...(name === undefined ? [] : [`NAME:${escaped(name)}`, `X-WR-CALNAME:${escaped(name)}`]),
    ...events.flatMap((event) => linesOf(event, now)),
    'END:VCALENDAR',
  ];
  return lines
    .flatMap(folded)
    .map((line) => `${line}\r\n`)
    .join('');
}

function linesOf({ id, at, endsAt, title, text, url }: CalendarEvent, now: Date): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escaped(id)}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(at)}`,
    `DTEND:${utc(endsAt)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    `URL:${url}`,
    'END:VEVENT',
  ];
}

/** The moment as 20261130T200000Z. */
function utc(at: Date): string {
  return at.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r\n?|\n/g, '\\n');
}

/**
 * Folds a line into parts of at most 75 bytes, without splitting a character. Each part after the first begins with
 * a space.
 */
function folded(line: string): string[] {
  const parts = [''];
  let bytes = 0;
  for (const letter of line) {
    const more = bytesOf(letter);
    if (bytes + more > LINE_BYTES) {
      parts.push(' ');
      bytes = 1;
    }
    parts[parts.length - 1] += letter;
    bytes += more;
  }
  return parts;
}

const LINE_BYTES = 75;

/** The bytes of a character in UTF-8. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0)!;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const event = {
  id: 'pokemon-151@shop.example',
  at: new Date('2026-11-30T20:01:00Z'),
  endsAt: new Date('2026-11-30T20:31:00Z'),
  title: 'Drop night: Pokemon 151, second; printing',
  text: 'The number comes.\nThen it opens.',
  url: 'https://shop.example/pack/pokemon-151/drop-night',
};
const now = new Date('2026-11-29T10:00:00.123Z');

test('a calendar file has the moment in UTC, and its texts are escaped', () => {
  const lines = calendarFile([event], now).split('\r\n');
  expect(lines).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Packs//Drop night//EN',
    'BEGIN:VEVENT',
    'UID:pokemon-151@shop.example',
    'DTSTAMP:20261129T100000Z',
    'DTSTART:20261130T200100Z',
    'DTEND:20261130T203100Z',
    'SUMMARY:Drop night: Pokemon 151\\, second\\; printing',
    'DESCRIPTION:The number comes.\\nThen it opens.',
    'URL:https://shop.example/pack/pokemon-151/drop-night',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

test('no line of a calendar file has more than 75 bytes, and its text is the same when the lines are joined', () => {
  const title = 'Pokémon 151 – Nacht der Karten 🎴 '.repeat(9);
  const file = calendarFile([{ ...event, title }], now);
  for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}\r\n`);
});

test('a calendar to subscribe to has a name and every event, and is whole without any', () => {
  const file = calendarFile([event, { ...event, id: 'second@shop.example' }], now, 'Drops; soon');
  expect(file).toContain('NAME:Drops\\; soon\r\nX-WR-CALNAME:Drops\\; soon\r\nBEGIN:VEVENT\r\n');
  expect(file.match(/^UID:.*$/gm)).toEqual([
    'UID:pokemon-151@shop.example',
    'UID:second@shop.example',
  ]);
  expect(calendarFile([], now)).toMatch(/^BEGIN:VCALENDAR\r\n.*END:VCALENDAR\r\n$/s);
});

test('no line break in a name begins a line of the calendar, whichever it is', () => {
  const title = 'a\rURL:x\r\nURL:y\nURL:z';
  const file = calendarFile([{ ...event, title }], now);
  expect(file).toContain('SUMMARY:a\\nURL:x\\nURL:y\\nURL:z\r\n');
  expect(file.replaceAll('\r\n', '')).not.toContain('\r');
});

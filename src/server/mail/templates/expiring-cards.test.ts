import { expect, test } from 'vitest';
import { toCents } from '#domain/money.ts';
import { LETTERHEAD } from '../../../testing/letterhead.ts';
import { expiringCardsMail } from './expiring-cards.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const card = {
  id: 'a',
  name: 'Glass <Heron>',
  marketValue: toCents(701),
  convertsAt: new Date('2026-11-22T11:30:00Z'),
};
const facts = {
  toShip: [],
  rest: [card],
  shipThreshold: null,
  converts: true,
  now: NOW,
  head: LETTERHEAD,
};

test('a mail about one card names it, and the day it converts', () => {
  const { subject, text, html } = expiringCardsMail(facts);
  expect(subject).toBe('Glass <Heron> will convert to credits on November 22, 2026');
  expect(text).toContain('This card can be sold or shipped until the time shown.');
  expect(text).toContain(
    '- Glass <Heron>, November 22, 2026, 11:30 UTC, within a day, market CAD 7.01, sells for CAD 3.50',
  );
  expect(text).toContain('Credit value today: CAD 3.50.');
  expect(text).toContain('https://shop.test/my-cards?expiring=true');
  expect(html).toContain('Glass &lt;Heron&gt;');
});

test('a mail about a card that will be locked says how to release it', () => {
  const { subject, text } = expiringCardsMail({ ...facts, converts: false });
  expect(subject).toBe('Glass <Heron> will be locked on November 22, 2026');
  expect(text).toContain(
    'Ask for a release with the button in My cards, or write to hello@shop.test.',
  );
  expect(text).not.toContain('converts to credits automatically');
});

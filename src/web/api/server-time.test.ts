import { afterEach, expect, test, vi } from 'vitest';
import { inBrowserTime, noteReplyTime } from './server-time.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const MINUTE_MS = 60_000;

afterEach(() => vi.useRealTimers());

test.each([0, 12, -12, 60 * 24 * 365])(
  'ten minutes are ten minutes by a clock that is %i minutes ahead',
  (minutes) => {
    vi.useFakeTimers({ now: NOON + minutes * MINUTE_MS });
    const reply = { expiresAt: new Date(NOON + 10 * MINUTE_MS) };
    noteReplyTime(reply, '2026-03-01T12:00:00.000Z');
    expect(inBrowserTime(reply, reply.expiresAt) - Date.now()).toBe(10 * MINUTE_MS);
  },
);

test('a response without a known time is used unchanged', () => {
  const reply = { expiresAt: new Date(NOON) };
  noteReplyTime(reply, undefined);
  noteReplyTime(null, '2026-03-01T12:00:00.000Z');
  expect(inBrowserTime(reply, reply.expiresAt)).toBe(NOON);
});

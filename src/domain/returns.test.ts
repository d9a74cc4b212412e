import { expect, test } from 'vitest';
import { returnBarSentence, returnEndSentence, wayOfReturn, type ReturnCase } from './returns.ts';

const PAID_MS = 1_795_780_800_000;
const later = (minutes: number) => PAID_MS + minutes * 60_000;
const DAY = 24 * 60;

const given = (more: Partial<ReturnCase> = {}): ReturnCase => ({
  nowMs: later(10),
  paidAtMs: PAID_MS,
  isFromBefore: false,
  isExcluded: false,
  withdrawalDays: 0,
  isOpenedSince: false,
  returned: 0,
  request: null,
  ...more,
});

test('sealed packs can be returned by button for an hour after paying, and on request until day 14', () => {
  const open = { way: 'open', untilMs: later(60), basis: 'hour' };
  expect(wayOfReturn(given())).toEqual(open);
  expect(wayOfReturn(given({ nowMs: later(59.9), returned: 1 }))).toEqual(open);
  const ask = { way: 'ask', untilMs: later(14 * DAY) };
  expect(wayOfReturn(given({ nowMs: later(60) }))).toEqual({ ...ask, bar: 'late' });
  expect(wayOfReturn(given({ isOpenedSince: true }))).toEqual({ ...ask, bar: 'opened' });
  expect(wayOfReturn(given({ returned: 2 }))).toEqual({ ...ask, bar: 'often' });
  expect(wayOfReturn(given({ nowMs: later(14 * DAY) }))).toEqual({ way: 'closed', bar: 'over' });
});

test('an operator’s yes allows the return for seven days, until its buyer opens a pack of the type', () => {
  const decidedAtMs = later(10 * DAY);
  const granted = { state: 'granted' as const, decidedAtMs, isOpenedSince: false };
  const on = (day: number, request: ReturnCase['request']) =>
    wayOfReturn(given({ nowMs: later(day * DAY), isOpenedSince: true, returned: 5, request }));
  expect(on(16.9, granted)).toEqual({ way: 'open', untilMs: later(17 * DAY), basis: 'grant' });
  const lapsed = { way: 'closed', bar: 'lapsed' };
  expect(on(17, granted)).toEqual(lapsed);
  expect(on(11, { ...granted, isOpenedSince: true })).toEqual(lapsed);
});

test('a right of withdrawal at the buyer’s place overrides the hour, openings and earlier returns', () => {
  const on = (day: number, withdrawalDays: number) =>
    wayOfReturn(
      given({ nowMs: later(day * DAY), isOpenedSince: true, returned: 5, withdrawalDays }),
    );
  expect(on(9.9, 10)).toEqual({ way: 'open', untilMs: later(10 * DAY), basis: 'right' });
  expect(on(10, 10)).toMatchObject({ way: 'ask', bar: 'late' });
  expect(on(0.01, 0)).toMatchObject({ way: 'ask', bar: 'opened' });
});

test('a buyer who has asked waits for the decision, and a no is final', () => {
  const asked = { state: 'asked' as const, decidedAtMs: null, isOpenedSince: false };
  expect(wayOfReturn(given({ request: asked }))).toEqual({ way: 'closed', bar: 'asked' });
  const refused = { ...asked, state: 'refused' as const, decidedAtMs: later(20) };
  expect(wayOfReturn(given({ request: refused }))).toEqual({ way: 'closed', bar: 'refused' });
});

test('an order from before the rule can be returned as long as its packs are sealed', () => {
  const old = given({
    isFromBefore: true,
    isOpenedSince: true,
    returned: 9,
    nowMs: later(90 * DAY),
  });
  expect(wayOfReturn(old)).toEqual({ way: 'open', untilMs: null, basis: 'before' });
});

test('a buyer who can return packs reads what would end that early', () => {
  const open = { way: 'open', untilMs: later(60), basis: 'hour' } as const;
  expect(returnEndSentence(open)).toMatch(/anybody opens a pack/);
  expect(returnEndSentence({ ...open, basis: 'grant' })).toMatch(/if you open a pack/);
  expect(returnEndSentence({ ...open, basis: 'before', untilMs: null })).toBeNull();
});

test('a refusal gives its reason, and offers to ask the shop only if that is possible', () => {
  const untilMs = later(14 * DAY);
  expect(returnBarSentence({ way: 'ask', untilMs, bar: 'late' })).toBe(
    'Packs can be returned here within 60 minutes of paying, and that time is over. Until 14 days after paying you can ask us to take them back.',
  );
  expect(returnBarSentence({ way: 'closed', bar: 'over' })).toBe(
    'Packs can be returned until 14 days after paying, and that time is over.',
  );
});

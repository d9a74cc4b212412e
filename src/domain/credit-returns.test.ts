import { describe, expect, test } from 'vitest';
import { decisionDueMs, wayOfCreditReturn, type CreditReturnCase } from './credit-returns.ts';
import { toCents, ZERO } from './money.ts';

const ALL = toCents(2_000);
const given = (more: Partial<CreditReturnCase>): CreditReturnCase => ({
  bought: ALL,
  onCards: ALL,
  cardless: ZERO,
  debt: ZERO,
  returned: 0,
  isAsked: false,
  ...more,
});

describe('unspent credits', () => {
  test.each<[string, Partial<CreditReturnCase>, object]>([
    ['go back by button', {}, { way: 'open' }],
    ['go back by button twice', { returned: 1 }, { way: 'open' }],
    ['need an operator’s answer the third time', { returned: 2 }, { way: 'ask', bar: 'often' }],
    [
      'of CAD 5.00 or less go back however often',
      { returned: 9, bought: toCents(500), onCards: toCents(500) },
      { way: 'open' },
    ],
    [
      'without a card need an operator’s answer',
      { onCards: ZERO, cardless: ALL },
      { way: 'ask', bar: 'cardless' },
    ],
    [
      'without a card, beside others, leave the button to these',
      { onCards: toCents(1), cardless: ALL },
      { way: 'open' },
    ],
    ['stay while a debt is open', { debt: toCents(1) }, { way: 'closed', bar: 'debt' }],
    ['stay with the bank', { onCards: ZERO }, { way: 'closed', bar: 'disputed' }],
    ['need only one request', { isAsked: true }, { way: 'closed', bar: 'asked' }],
    ['have to be there', { bought: ZERO, onCards: ZERO }, { way: 'closed', bar: 'nothing' }],
  ])('%s', (_title, more, way) => {
    expect(wayOfCreditReturn(given(more))).toEqual(way);
  });
});

describe('an operator answers', () => {
  test.each([
    ['2026-11-23T09:00:00Z', '2026-11-26T00:00:00Z'],
    ['2026-11-26T23:59:00Z', '2026-12-01T00:00:00Z'],
    ['2026-11-27T09:00:00Z', '2026-12-02T00:00:00Z'],
    ['2026-11-28T09:00:00Z', '2026-12-02T00:00:00Z'],
    ['2026-11-29T09:00:00Z', '2026-12-02T00:00:00Z'],
  ])('what was asked at %s by %s, without weekends', (asked, due) => {
    expect(decisionDueMs(Date.parse(asked))).toBe(Date.parse(due));
  });
});

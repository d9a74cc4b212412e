import { describe, expect, test } from 'vitest';
import type { Check, CheckName, Finding } from '#domain/packproof/check.ts';
import { dotState, momentsInWords, sentenceOf, timesOf, type PackTimes } from './seal-words.ts';
import { storedProof } from '../../testing/proofs/proof-folder.ts';

const at = (hour: number, minute: number, day = 28) => new Date(2026, 10, day, hour, minute);
const times: PackTimes = {
  fixedAt: at(9, 6),
  orderedAt: at(9, 7),
  boughtAt: at(9, 11),
  isDemo: false,
};
const NAMES: CheckName[] = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6', 'V7', 'V8', 'V9'];

/** Returns nine checks. Those not in `others` are green. */
function checks(others: Partial<Record<CheckName, Finding['state']>> = {}): Check[] {
  return NAMES.map((name) => ({ name, state: others[name] ?? 'green', says: [] }));
}

describe('the times of a pack', () => {
  test('are those of its manifest, its public number and its ticket', () => {
    const proof = String(storedProof().get('packproof.json'));
    const { fixedAt, orderedAt, isDemo } = timesOf(proof);
    expect(orderedAt?.toISOString()).toBe('2023-08-23T15:59:24.000Z');
    expect(fixedAt < orderedAt!).toBe(true);
    expect(isDemo).toBe(false);
  });

  test.each([
    [
      [at(9, 6), at(9, 7), at(21, 11)],
      ['9:06', '9:07', '21:11'],
    ],
    [
      [at(9, 6), at(9, 7), at(9, 11, 29)],
      ['Nov 28', 'Nov 28', 'Nov 29'],
    ],
    [
      [at(9, 6), new Date(2027, 0, 2)],
      ['Nov 28, 2026', 'Jan 2, 2027'],
    ],
  ])('%# are times of day on one day, and days otherwise', (moments, words) => {
    expect(momentsInWords(moments)).toEqual(words);
  });
});

describe('a dot is ticked only for what the browser itself checked:', () => {
  test.each([
    ['fixed', {}, 'checked'],
    ['fixed', { V7: 'waiting' }, 'unchecked'],
    ['fixed', { V7: 'red' }, 'wrong'],
    ['fixed', { V1: 'amber' }, 'word'],
    ['ordered', { V4: 'amber', V5: 'amber' }, 'word'],
    ['ordered', { V4: 'amber' }, 'word'],
    ['ordered', { V4: 'amber', V6: 'waiting' }, 'unchecked'],
    ['ordered', { V5: 'red' }, 'wrong'],
    ['yours', { V3: 'waiting', V6: 'waiting' }, 'unchecked'],
    ['yours', { V8: 'red' }, 'checked'],
    ['yours', { V2: 'red' }, 'wrong'],
  ] as const)('%s with %j: %s', (dot, others, state) => {
    expect(dotState(dot, checks(others))).toBe(state);
  });

  test('never without checks', () => {
    expect(dotState('fixed', [])).toBe('unchecked');
  });
});

describe('the sentence under a result', () => {
  test.each([
    [{}, 'Your browser checked it.'],
    [{ V8: 'waiting', V9: 'waiting' }, 'Your browser checked it.'],
    [{ V1: 'amber' }, 'Your browser checked what you got. The times are the shop’s word.'],
    [
      { V4: 'amber', V5: 'amber' },
      'Your browser checked what you got. The order is the shop’s word.',
    ],
    [
      { V1: 'amber', V4: 'amber', V5: 'amber' },
      'Your browser checked what you got. Times and order are the shop’s word.',
    ],
    [
      { V4: 'amber' },
      'Your browser checked what you got. That the order came later is the shop’s word.',
    ],
    [{ V3: 'waiting', V6: 'waiting' }, 'Your browser is checking it.'],
    [{ V7: 'waiting' }, 'Your browser checks it once you have opened it.'],
    [{ V9: 'red' }, 'But your browser found something wrong.'],
  ] as const)('%j: %s', (others, end) => {
    expect(sentenceOf([times], [checks(others)])).toBe(
      `Your pack was fixed at 9:06, and you bought it at 9:11. ${end}`,
    );
  });

  test('names days if a pack was bought on another day', () => {
    const later = { ...times, boughtAt: at(8, 0, 29) };
    expect(sentenceOf([later], [checks()])).toMatch(
      /^Your pack was fixed on Nov 28, and you bought it on Nov 29\./,
    );
  });

  test('is about all packs of a purchase, and names no time that is not that of each', () => {
    const other = { ...times, fixedAt: at(9, 1) };
    expect(sentenceOf([times, times], [checks(), checks()])).toBe(
      'Your 2 packs were fixed at 9:06, and you bought them at 9:11. Your browser checked them.',
    );
    expect(sentenceOf([times, other], [checks(), checks({ V7: 'red' })])).toBe(
      'Your 2 packs were fixed before you bought them at 9:11. But your browser found something wrong.',
    );
  });
});

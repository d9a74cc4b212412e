import { expect, test } from 'vitest';
import { changedSincePreview, type LineJudgement } from './import-line.ts';

const line = (given: Partial<LineJudgement> = {}): LineJudgement => ({
  outcome: 'changed',
  subject: 'magic-mid-draft',
  warning: null,
  changes: [{ field: 'price', before: '4.00', after: '5.00' }],
  ...given,
});

const waiting = (number: number) => ({
  field: 'price from the next drop',
  before: 'none',
  after: '5.00',
  heldBy: { number, closesBy: '2026-12-24T20:00:00+00:00' },
});

test('a line that still does what the preview said is applied', () => {
  expect(changedSincePreview(line(), line())).toBeNull();
  const same = line({ outcome: 'same', changes: [] });
  expect(changedSincePreview(same, same)).toBeNull();
});

test.each([
  [
    'a value that somebody changed',
    line(),
    line({ changes: [{ field: 'price', before: '4.20', after: '5.00' }] }),
    'price was changed from 4.00 to 4.20 since the preview',
  ],
  [
    'a value that was the same',
    line({ outcome: 'same', changes: [] }),
    line({ changes: [{ field: 'price', before: '4.20', after: '4.00' }] }),
    'price was changed from 4.00 to 4.20 since the preview',
  ],
  [
    'a value that is as the line wants it by now',
    line(),
    line({ outcome: 'same', changes: [] }),
    'price was changed from 4.00 to 5.00 since the preview',
  ],
  [
    'a thing that was new',
    line({ outcome: 'new', changes: [] }),
    line({ outcome: 'same', changes: [] }),
    'magic-mid-draft has come in since the preview',
  ],
  [
    'a thing that is gone',
    line({ outcome: 'same', changes: [] }),
    line({ outcome: 'new', changes: [] }),
    'magic-mid-draft is no longer there since the preview',
  ],
  [
    'a warning that nobody saw',
    line(),
    line({ warning: 'CAD 5.00 is below half' }),
    'CAD 5.00 is below half, which the preview did not say',
  ],
  [
    'a drop that fixes the price by now',
    line(),
    line({ changes: [waiting(3)] }),
    'drop 3 fixes its price since the preview',
  ],
  [
    'another drop that fixes the price',
    line({ changes: [waiting(3)] }),
    line({ changes: [waiting(4)] }),
    'drop 4 fixes its price since the preview',
  ],
  [
    'a drop that is over',
    line({ changes: [waiting(3)] }),
    line(),
    'drop 3 is over since the preview',
  ],
  [
    'a waiting price that somebody else set',
    line({ changes: [waiting(3)] }),
    line({ outcome: 'same', changes: [] }),
    'price from the next drop was changed from none to 5.00 since the preview',
  ],
  [
    'a warning that holds no longer',
    line({ warning: 'CAD 5.00 is below half' }),
    line(),
    'since the preview it is no longer so that CAD 5.00 is below half',
  ],
])('%s is said', (_what, seen, now, sentence) => {
  expect(changedSincePreview(seen, now)).toBe(sentence);
});

test('what an earlier line of the file did to a shared field does not count as a change', () => {
  const shared = { field: 'set name', before: null, after: 'Midnight', isShared: true };
  const own = { field: 'name', before: 'Owl', after: 'Heron' };
  expect(
    changedSincePreview(line({ changes: [shared, own] }), line({ changes: [own] })),
  ).toBeNull();
  const seen = line({ changes: [shared] });
  expect(changedSincePreview(seen, line({ outcome: 'same', changes: [] }))).toBeNull();
});

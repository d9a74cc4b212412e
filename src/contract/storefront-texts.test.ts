import { expect, test } from 'vitest';
import { textProblem } from './storefront-texts.ts';

test('a legal text is not published with a gap that the operator has to fill', () => {
  expect(textProblem('terms', 'Run by [legal name, address].')).toBe(
    'Say what stands in brackets: [legal name, address]',
  );
});

test.each([
  'See [how it works](/how-it-works).',
  'See [how][1].\n\n[1]: /how-it-works',
  'They wrote “recieve” \\[sic\\].',
])('other brackets are no gaps: %s', (text) => {
  expect(textProblem('terms', text)).toBeNull();
});

test('other texts may have anything in brackets', () => {
  expect(textProblem('questions', 'Is this [a test]?')).toBeNull();
});

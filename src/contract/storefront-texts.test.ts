import { expect, test } from 'vitest';
import { textProblem } from './storefront-texts.ts';

test('a text of the law is not published with a place in it that the operator has to fill', () => {
  expect(textProblem('terms', 'Run by [legal name, address].')).toBe(
    'Say what stands in brackets: [legal name, address]',
  );
});

test.each([
  'See [how it works](/how-it-works).',
  'See [how][1].\n\n[1]: /how-it-works',
  'They wrote “recieve” \\[sic\\].',
])('brackets that say something else are none of that: %s', (text) => {
  expect(textProblem('terms', text)).toBeNull();
});

test('other texts may have what they like in brackets', () => {
  expect(textProblem('questions', 'Is this [a test]?')).toBeNull();
});

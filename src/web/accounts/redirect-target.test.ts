import { expect, test } from 'vitest';
import { redirectTarget } from './redirect-target.ts';

test('after signing in, a user returns to where they were', () => {
  expect(redirectTarget('/pack/magic-mid-draft')).toBe('/pack/magic-mid-draft');
  expect(redirectTarget('/checkout?packId=a&quantity=2')).toBe('/checkout?packId=a&quantity=2');
  expect(redirectTarget(undefined)).toBe('/');
});

test.each([
  '//evil.test',
  '/\\evil.test',
  '\\evil.test',
  'https://evil.test',
  'https:evil.test',
  'javascript:alert(1)',
  '/\t/evil.test',
  '/\n/evil.test',
  '\t//evil.test',
  ' //evil.test',
  '///evil.test',
  '/ok/\r\n//evil.test',
  'data:text/html,evil',
  '%2f%2fevil.test',
  '@evil.test',
  '/ok\\..\\..',
  '',
  // The sign-in page itself is refused too, because it would send the visitor back to itself.
  '/auth',
  '/auth/',
  '/auth?redirect=/auth',
  '/auth#email=a',
])('never to %j', (redirect) => {
  expect(redirectTarget(redirect)).toBe('/');
});

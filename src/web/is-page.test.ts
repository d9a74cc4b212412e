import { expect, test } from 'vitest';
import { isPage } from './is-page.ts';

test.each([
  '/',
  '/packs',
  '/packs/',
  '/PACKS',
  '/%70acks',
  '/pack/first-edition',
  '/pack/nowhere',
  '/pack/%00',
  '/pack/caf%C3%A9%20au%20lait',
  '/verify/0c5ba1d0-9f6b-4c9e-8e4c-1d2a7b3c4d5e',
  '/admin/drops/new',
  '/transactions/1/receipt',
])('a visitor of %s gets a page, even if its subject does not exist', (path) => {
  expect(isPage(path)).toBe(true);
});

test.each([
  '/no-page',
  '/nowhere',
  '/packs/more',
  '/pack',
  '/pack/first/second/third',
  '/wp-login.php',
  '/.env',
  '/admin/nothing',
  '/verify/a/b',
  '/%20',
])('a visitor of %s gets no page', (path) => {
  expect(isPage(path)).toBe(false);
});

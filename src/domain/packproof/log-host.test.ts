import { expect, test } from 'vitest';
import { logHostOf } from './log-host.ts';

test.each([
  ['https://shop.example', 'shop.example'],
  ['https://shop.example:8443', 'shop.example:8443'],
  ['http://localhost:4000', 'localhost'],
  ['http://127.0.0.1:4000', '127.0.0.1'],
  ['http://[::1]:4000', '[::1]'],
  ['https://localhost.example:4000', 'localhost.example:4000'],
])('the log of a shop at %s is one of %s', (address, host) => {
  expect(logHostOf(new URL(address))).toBe(host);
});

import { expect, test } from 'vitest';
import { isLogAt, logHostOf, logPathOf } from './log-host.ts';

test.each([
  ['https://shop.example', 'shop.example'],
  ['https://shop.example:8443', 'shop.example:8443'],
  ['http://localhost:4000', 'localhost'],
  ['http://127.0.0.1:4000', '127.0.0.1'],
  ['http://[::1]:4000', '[::1]'],
  ['https://localhost.example:4000', 'localhost.example:4000'],
])('the log of a shop at %s has the name %s', (address, host) => {
  expect(logHostOf(new URL(address))).toBe(host);
});

test.each([
  ['localhost/log', 'http://127.0.0.1:4000', true],
  ['127.0.0.1/log/2', 'http://localhost:4000', true],
  ['localhost:4000/log', 'http://[::1]:5000', true],
  ['shop.example/log/2', 'https://shop.example', true],
  ['shop.example/log', 'https://shop.example:8443', false],
  ['shop.example/log', 'https://www.shop.example', false],
  ['localhost/log', 'https://localhost.example', false],
  ['localhost.example/log', 'http://localhost:4000', false],
  ['shop.example/log', 'http://localhost:4000', false],
])('whether the log %s is one of the shop at %s: %s', (origin, address, isSo) => {
  expect(isLogAt(origin, new URL(address))).toBe(isSo);
});

test.each([
  ['shop.example/log', 'log'],
  ['localhost:3000/log/2', 'log/2'],
  ['shop.example/log/12', 'log/12'],
  ['shop.example/log/../api', 'log'],
  ['shop.example/log/02', 'log'],
  ['elsewhere.example/transparency', 'log'],
  ['', 'log'],
])('the log %s is at the address /%s', (origin, path) => {
  expect(logPathOf(origin)).toBe(path);
});

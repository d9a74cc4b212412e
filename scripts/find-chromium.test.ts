import { expect, test } from 'vitest';
import { BUNDLED, chooseBrowser } from './find-chromium.ts';

const everywhere = () => true;
const nowhere = () => false;

test('tests run in the bundled browser wherever it runs, whatever the machine has', () => {
  expect(chooseBrowser('linux', 'x64', {}, everywhere)).toBe(BUNDLED);
  expect(chooseBrowser('linux', 'x64', { CHROMIUM_PATH: '' }, everywhere)).toBe(BUNDLED);
});

test('tests run in the browser that CHROMIUM_PATH names, on every machine', () => {
  const named = { CHROMIUM_PATH: '/usr/bin/chromium' };
  expect(chooseBrowser('linux', 'x64', named, nowhere)).toBe('/usr/bin/chromium');
  expect(chooseBrowser('darwin', 'arm64', named, nowhere)).toBe('/usr/bin/chromium');
});

test('tests run in the system’s browser if none is bundled', () => {
  expect(chooseBrowser('linux', 'arm64', {}, everywhere)).toBe('/usr/bin/chromium');
  expect(chooseBrowser('darwin', 'arm64', {}, (path) => path.startsWith('/Applications/'))).toBe(
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  );
});

test('a machine without any browser gets an error that says what to do', () => {
  expect(() => chooseBrowser('linux', 'arm64', {}, nowhere)).toThrow('CHROMIUM_PATH');
});

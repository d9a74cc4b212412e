import { expect, test } from 'vitest';
import { startProgress, type Screen } from './progress.ts';

function watch(isTTY: boolean, total: number, stepsDone: number[]): string[] {
  const written: string[] = [];
  const screen: Screen = { isTTY, write: (text) => written.push(text) };
  const show = startProgress('Packs', total, screen);
  for (const done of stepsDone) show(done);
  return written;
}

test('progress outside a terminal is a line at each tenth', () => {
  const steps = Array.from({ length: 1001 }, (_, done) => done);
  const lines = watch(false, 1000, steps);
  expect(lines).toHaveLength(10);
  expect([lines[0], lines.at(-1)]).toEqual(['Packs: 100 of 1000\n', 'Packs: 1000 of 1000\n']);
});

test('progress in a terminal is one bar that fills and ends its line', () => {
  const written = watch(true, 60, [0, 1, 30, 60]);
  expect(written).toEqual([
    `\rPacks [${'.'.repeat(30)}] 0 of 60`,
    `\rPacks [${'#'.repeat(15)}${'.'.repeat(15)}] 30 of 60`,
    `\rPacks [${'#'.repeat(30)}] 60 of 60\n`,
  ]);
});

test('progress of nothing is complete at once', () => {
  expect(watch(false, 0, [0])).toEqual(['Packs: 0 of 0\n']);
});

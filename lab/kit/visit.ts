// Runs visitors in a separate process (`visitors.ts`, `flood.ts`). In the test's process they would share its only
// thread, and the test's own responses would wait behind theirs.
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Flooded, Flooding } from './flood.ts';
import type { Visited, Visiting } from './visitors.ts';

/** Runs visitors for `seconds`, or until `isOver`. */
export const visit = (visiting: Visiting, isOver?: () => boolean) =>
  inOwnProcess<Visited>('visitors.ts', visiting, isOver);
export const flood = (flooding: Flooding) => inOwnProcess<Flooded>('flood.ts', flooding);

const POLL_MS = 20;

async function inOwnProcess<Result>(
  name: string,
  task: unknown,
  isOver?: () => boolean,
): Promise<Result> {
  const file = join(import.meta.dirname, name);
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  if (isOver !== undefined) while (!isOver()) await wait(POLL_MS);
  child.stdin.end();
  return JSON.parse(await said) as Result;
}

// Lets visitors come, in a process of their own (`visitors.ts`, `flood.ts`): a test would share its only thread with them, and
// wait for its own answers behind theirs.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Flooded, Flooding } from './flood.ts';
import type { Visited, Visiting } from './visitors.ts';

export const visit = (visiting: Visiting) => inOwnProcess<Visited>('visitors.ts', visiting);
export const flood = (flooding: Flooding) => inOwnProcess<Flooded>('flood.ts', flooding);

async function inOwnProcess<Result>(name: string, task: unknown): Promise<Result> {
  const file = join(import.meta.dirname, name);
  const child = spawn(process.execPath, [file, JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout) text += String(part);
  return JSON.parse(text) as Result;
}

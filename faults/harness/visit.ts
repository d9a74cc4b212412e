// Lets visitors come, in a process of their own (`visitors.ts`): a test would share its only thread with them, and wait for
// its own answers behind theirs.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Visited, Visiting } from './visitors.ts';

export async function visit(visiting: Visiting): Promise<Visited> {
  const file = join(import.meta.dirname, 'visitors.ts');
  const child = spawn(process.execPath, [file, JSON.stringify(visiting)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  for await (const part of child.stdout) text += String(part);
  return JSON.parse(text) as Visited;
}

// Setup of tests that run the shop as a process: builds the pages that it serves, if they changed.
import { execFileSync } from 'node:child_process';

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build-if-changed.mjs'], { stdio: 'inherit' });
}

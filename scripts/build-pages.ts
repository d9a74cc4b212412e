// For tests of the shop as a process, which serves the built pages: builds them when they have changed.
import { execFileSync } from 'node:child_process';

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build-if-changed.mjs'], { stdio: 'inherit' });
}

// Sets up tests that run the shop as a process. Builds the pages that the shop serves, if their inputs changed.
import { execFileSync } from 'node:child_process';

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build-if-changed.mjs'], { stdio: 'inherit' });
}

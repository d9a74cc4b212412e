// The version and commit of this shop, for metrics, the log, traces, `/healthz` and operators.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

export type BuildInfo = {
  /** The version in `package.json`. */
  version: string;
  /** The commit in hex. Empty if unknown. */
  commit: string;
};

/** Reads the version and commit. `scripts/build-if-changed.mjs` writes the commit. */
export function readBuildInfo(root = ROOT): BuildInfo {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const file = join(root, 'dist/commit');
  return { version, commit: existsSync(file) ? readFileSync(file, 'utf8').trim() : '' };
}

export const BUILD_INFO = readBuildInfo();

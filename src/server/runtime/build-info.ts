// Reads the version and commit of this shop, for metrics, the log, traces, `/healthz` and operators.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');

export type BuildInfo = {
  /** The version in `package.json`. */
  version: string;
  /** The commit in hex, or an empty text if it is unknown. */
  commit: string;
};

/** Reads the version and the commit, which `scripts/build-if-changed.mjs` has written. */
export function readBuildInfo(root = ROOT): BuildInfo {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const file = join(root, 'dist/commit');
  return { version, commit: existsSync(file) ? readFileSync(file, 'utf8').trim() : '' };
}

export const BUILD_INFO = readBuildInfo();

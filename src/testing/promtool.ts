import { spawnSync } from 'node:child_process';

/**
 * What Prometheus' own tool complains about; empty if nothing. Also empty where it isn't installed, so a test that calls it checks
 * by itself what it can.
 */
export function promtool(words: string[], input = ''): string {
  const { error, status, stdout, stderr } = spawnSync('promtool', words, {
    input,
    encoding: 'utf8',
  });
  if (error !== undefined) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
  return status === 0 ? stderr : `${stdout}${stderr}`;
}

import { spawnSync } from 'node:child_process';

/**
 * The complaints of Prometheus' own tool; empty if there are none or promtool isn't installed. So
 * the calling test must check the essentials by itself.
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

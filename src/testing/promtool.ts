import { spawnSync } from 'node:child_process';

/**
 * Returns the complaints of Prometheus' own tool. The result is empty if there are none, or if promtool isn't
 * installed. So the calling test must itself check what is essential.
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

import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/**
 * Runs code in a process of its own that catches uncaught errors, and returns the lines that it
 * logged.
 */
function run(does: string) {
  const script = `
    const { catchTheRest } = await import('${import.meta.dirname}/last-resort.ts');
    const { makeLog } = await import('${import.meta.dirname}/log.ts');
    catchTheRest(makeLog('error'), async (code) => { console.log('stopped'); process.exit(code); });
    ${does}`;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  return { status, stdout };
}

test('a promise that failed alone is written down, and the process goes on', () => {
  const { status, stdout } = run(`
    Promise.reject(new Error('forgotten'));
    setImmediate(() => setImmediate(() => console.log('still here')));`);
  expect(stdout).toMatch(/"level":50.*forgotten/);
  expect(stdout).toContain('still here');
  expect(status).toBe(0);
});

test('an exception that nobody caught is written down, and ends the process in order', () => {
  const { status, stdout } = run(`setImmediate(() => { throw new Error('fell through'); });`);
  expect(stdout).toMatch(/"level":60.*fell through/);
  expect(stdout).toContain('stopped');
  expect(status).toBe(1);
});

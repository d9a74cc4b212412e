import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Runs code in a process of its own, which catches uncaught errors. Returns the lines that the process logged. */
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

test('an unhandled rejection is logged, and the process continues', () => {
  const { status, stdout } = run(`
    Promise.reject(new Error('forgotten'));
    setImmediate(() => setImmediate(() => console.log('still here')));`);
  expect(stdout).toMatch(/"level":50.*forgotten/);
  expect(stdout).toContain('still here');
  expect(status).toBe(0);
});

test('an uncaught exception is logged, and ends the process in an orderly way', () => {
  const { status, stdout } = run(`setImmediate(() => { throw new Error('fell through'); });`);
  expect(stdout).toMatch(/"level":60.*fell through/);
  expect(stdout).toContain('stopped');
  expect(status).toBe(1);
});

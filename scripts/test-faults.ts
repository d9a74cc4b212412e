// `npm run test:faults` and `npm run test:soak`: runs the fault tests on the embedded Postgres, or on each Postgres
// that `--postgres` names (as for `npm run bench`), one after the other. Finally prints one table of all measurements.
// Further words select files.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { beginFigures, tableOfFigures } from '../lab/kit/figures.ts';
import { checkPostgresName, EMBEDDED, isAddress } from '../src/testing/postgres-server.ts';

/** Tests that stop the server or fill its disk, and therefore start their own server. */
const OF_OWN_SERVERS = ['killed-database', 'full-disk', 'failover'];

const [kind, ...given] = process.argv.slice(2);
const servers: string[] = [];
const words: string[] = [];
while (given.length > 0) {
  const word = given.shift()!;
  if (word === '--postgres') servers.push(given.shift() ?? '');
  else words.push(word);
}
if (servers.length === 0) servers.push(EMBEDDED);
for (const named of servers) checkPostgresName(named);

mkdirSync('.cache', { recursive: true });
beginFigures();
const failed = servers.filter((named) => !isGreenOn(named));
console.log(`\n${tableOfFigures()}`);
process.exitCode = failed.length === 0 ? 0 : 1;

function isGreenOn(named: string): boolean {
  const leftOut = isAddress(named) && kind === 'faults' ? OF_OWN_SERVERS : [];
  if (leftOut.length > 0)
    console.log(
      `Left out of a server at an address, as they stop it or fill its disk: ${leftOut.join(', ')}.`,
    );
  const { status } = spawnSync(
    'vitest',
    [
      'run',
      '--config',
      'lab/faults/vitest.config.ts',
      ...(leftOut.length > 0 ? ['--passWithNoTests'] : []),
      ...leftOut.flatMap((name) => ['--exclude', `lab/faults/${name}.fault.ts`]),
      ...words,
    ],
    {
      stdio: 'inherit',
      env: { ...process.env, FAULTS: kind, FAULTS_POSTGRES: named },
    },
  );
  return status === 0;
}

// `npm run drill`: runs every failure of docs/reliability.md, "Past one machine", one after the other, and checks that
// strangers are refused. `-- up` brings the three machines up and leaves them, `-- down` takes them down, `-- time`
// goes back in time ("Going back in time"), `-- strangers` only checks that strangers are refused. Any other words
// select the failures whose names contain them.
import { spawnSync } from 'node:child_process';
import { bringUp, openShops, takeDown } from './cluster.ts';
import { whatIsMissing } from './packages.ts';
import { FRONT, HOME } from './places.ts';

const [command] = process.argv.slice(2);
const missing = whatIsMissing(command === 'time' ? 'time' : 'machines');
if (missing.length > 0) {
  process.stderr.write(`${['There can be no drill here.', ...missing].join('\n')}\n`);
  process.exit(1);
}

if (command === 'down') await takeDown();
else if (command === 'up') {
  const { settings } = await bringUp();
  await openShops({ ...settings, SANDBOX: 'on' });
  process.stdout.write(
    [
      `Three machines and three processes of the shop are up: ${FRONT}`,
      `Data, settings and logs are in ${HOME}.`,
      `As the owner of the database: ${settings.DATABASE_URL}`,
      `npm run drill -- down takes all of it down.\n`,
    ].join('\n'),
  );
} else if (command === 'time') runTests('lab/drill/time.vitest.config.ts');
else if (command === 'strangers') runTests('lab/drill/vitest.config.ts', 'strangers.drill');
else {
  const names = process.argv.slice(2);
  const which = names.length === 0 ? [] : ['-t', names.join(' ')];
  runTests('lab/drill/vitest.config.ts', ...which);
}

function runTests(config: string, ...which: string[]): void {
  const { status } = spawnSync('vitest', ['run', '--config', config, ...which], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
}

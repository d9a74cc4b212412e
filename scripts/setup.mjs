// Brings node_modules up to the lockfile before every command of package.json.
// Plain JavaScript for old Nodes: it runs on whatever Node the machine has, before ours is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const installed = 'node_modules/.package-lock.json'; // npm writes it last, so a broken install is retried.
const upToDate =
  existsSync(installed) && statSync('package-lock.json').mtimeMs <= statSync(installed).mtimeMs;
if (!upToDate) {
  console.log('Installing what the lockfile names (about a minute the first time)...');
  const npm = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
  });
  process.exit(npm.status ?? 1);
}

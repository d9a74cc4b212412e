// Runs before every command of package.json: updates node_modules to the lockfile, and checks the version of the Node
// that will run. This file runs on the machine's Node before ours is installed, so it is plain JavaScript for old
// versions of Node.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';

const installed = 'node_modules/.package-lock.json'; // npm writes this file last, so a broken install is retried.
const upToDate =
  existsSync(installed) && statSync('package-lock.json').mtimeMs <= statSync(installed).mtimeMs;
if (!upToDate) {
  console.log('Installing what the lockfile names (about a minute the first time)...');
  // Building the pages needs packages that npm leaves out if NODE_ENV is production.
  const npm = spawnSync(
    'npm',
    ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'],
    {
      stdio: 'inherit',
    },
  );
  if (npm.status !== 0) process.exit(npm.status || 1);
}

// After the install, the package's own Node runs. If npm may not run the script that fetches that Node, the machine's
// Node runs. Before the install, the machine's Node was the only one.
const version = upToDate ? process.versions.node : askVersion();
const needed = /[\d.]+/.exec(JSON.parse(readFileSync('package.json', 'utf8')).engines.node)[0];
if (isOlder(version, needed)) {
  console.error(
    `This shop needs Node ${needed} or newer, and this is ${version}. ` +
      `Install one, or let npm fetch ours: npm ci --ignore-scripts=false`,
  );
  process.exit(1);
}

function askVersion() {
  return spawnSync('node', ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1);
}

function isOlder(version, needed) {
  const [major, minor] = version.split('.').map(Number);
  const [majorNeeded, minorNeeded] = needed.split('.').map(Number);
  return major < majorNeeded || (major === majorNeeded && minor < minorNeeded);
}

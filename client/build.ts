// Builds the client for `npm pack`: compiles it to JavaScript and declarations. `npm run client` first writes its calls
// from the contract.
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CALLS_FILE, writeClientCalls } from '../scripts/client-calls.ts';

const HERE = import.meta.dirname;

if (readFileSync(CALLS_FILE, 'utf8') !== writeClientCalls()) {
  throw new Error('The calls of the client are not those of the contract: npm run client');
}
rmSync(resolve(HERE, 'dist'), { recursive: true, force: true });
const tsc = resolve(HERE, '../node_modules/typescript/bin/tsc');
const options = ['--noEmit', 'false', '--incremental', 'false'];
const { status } = spawnSync(process.execPath, [tsc, '-p', HERE, ...options], { stdio: 'inherit' });
// The compiler leaves the names of sources in declarations, where there are only declarations.
for (const name of globSync('dist/*.d.ts', { cwd: HERE })) {
  const path = resolve(HERE, name);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll(/(from '\.\/\w+)\.ts'/g, "$1.js'"));
}
process.exitCode = status ?? 1;

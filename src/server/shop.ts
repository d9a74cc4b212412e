// `npm run shop -- COMMAND`: the operator's command line, in a process of its own.
import './runtime/node-version.ts';
import { text } from 'node:stream/consumers';
import { runCommandLine } from './command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  read: () => text(process.stdin),
});

// `npm run shop -- COMMAND`: the operator's command line, in a process of its own.
import { text } from 'node:stream/consumers';
import './runtime/node-version.ts';
import { runCommandLine } from './command-line.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  read: () => text(process.stdin),
});

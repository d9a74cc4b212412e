// Runs the operator's command line (`npm run shop -- COMMAND`) in a separate process.
import './runtime/node-version.ts';
import { runCommandLine } from './commands/command-line.ts';
import { readSecret } from './runtime/read-secret.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), {
  environment: process.env,
  out: process.stdout,
  err: process.stderr,
  readSecret: (asked) => readSecret(process.stdin, process.stderr, asked),
});

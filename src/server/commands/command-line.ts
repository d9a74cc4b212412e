// Runs the operator's commands. Each uses the same settings and database as the server, and works whether or not a
// server is running. Exit codes: 0 done; 1 refused or violated; 2 wrong usage.
import { COMMANDS } from './table.ts';
import { Rejection } from '#domain/rejection.ts';
import { ImportProblem } from '../catalogue/import/import-problem.ts';
import { AccessProblem } from '../database/app-role.ts';
import { BackupProblem } from '#engine/backup/backup-file.ts';
import { DatabaseProblem } from '../database/database-problem.ts';
import { postgresError } from '#engine/database.ts';
import { LogRefused } from '../public-log/stored-checkpoint.ts';
import { ConfigProblem, readConfig } from '../runtime/config.ts';
import { Refused, WrongUsage, type Terminal, type Command } from './command.ts';

const HEAD = 'Usage: npm run shop -- COMMAND';
const USAGES = Object.values(COMMANDS).map(({ usage }) => usage);

/** The usage of the commands that begin with the typed words, or of all commands. */
function usageOf(words: string[]): string {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const own = USAGES.filter((usage) => usage.startsWith(`  ${name} `));
    if (name !== '' && own.length > 0) return [HEAD, ...own].join('\n');
  }
  return [HEAD, ...USAGES, ''].join('\n');
}

/** Returns the command that the first one or two words name, and the remaining words. */
function findCommand(words: string[]): { command: Command; rest: string[] } {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command !== undefined && words.length >= length) {
      return { command, rest: words.slice(length) };
    }
  }
  const typed = words.slice(0, 2).join(' ');
  throw new WrongUsage(typed === '' ? '' : `There is no command "${typed}".`);
}

const UNIQUE_VIOLATION = '23505';

/** Returns the text of an error. A refusal gets one line, and a fault gets the full stack. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPlain =
    error instanceof Refused ||
    error instanceof Rejection ||
    error instanceof ConfigProblem ||
    error instanceof AccessProblem ||
    error instanceof DatabaseProblem ||
    error instanceof ImportProblem ||
    error instanceof LogRefused ||
    error instanceof BackupProblem;
  if (isPlain) return error.message;
  const refused = postgresError(error);
  // Two files, or two concurrent commands, can each be valid and still contradict each other. Then a unique constraint
  // of the database refuses the second one.
  if (refused?.code === UNIQUE_VIOLATION) {
    return `Nothing was changed: this contradicts what is there (${refused.constraint}). ${refused.detail ?? ''}`;
  }
  return error.stack ?? error.message;
}

/** Runs the typed command and returns its exit code. */
export async function runCommandLine(words: string[], terminal: Terminal): Promise<number> {
  const say = (line: string): void => void terminal.out.write(`${line}\n`);
  const warn = (line: string): void => void terminal.err.write(`${line}\n`);
  try {
    const config = readConfig(terminal.environment);
    const { command, rest } = findCommand(words);
    await command.run(rest, config, { ...terminal, say, warn });
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) {
      if (error.message !== '') warn(error.message);
      warn(usageOf(words));
      return 2;
    }
    warn(describeError(error));
    return 1;
  }
}

// Records in a file, by process id, which processes the drill has started. So another process can take the drill down.
import { execFile, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HOME, type Machine } from './places.ts';
import { until } from '../kit/until.ts';

/** `began` is when the process began. It distinguishes the process from a later process with the same id. */
type Entry = { pid: number; began: string };

const BOOK = join(HOME, 'processes.json');
const LOGS = join(HOME, 'logs');
const GONE_WITHIN_S = 30;

export type Start = {
  command: readonly string[];
  environment?: Record<string, string>;
  /** The machine in which to run the process. If omitted, the process runs beside the three machines. */
  machine?: Pick<Machine, 'name'>;
  /** Whether to run the program as Postgres's user. Postgres and the programs around it refuse to run as root. */
  asPostgres?: boolean;
};

/** Starts a process that outlives this process, and records it. Its output goes to a file with the process's name. */
export function start(name: string, what: Start): void {
  const [program, ...args] = commandOf(what);
  const log = openSync(logOf(name), 'a');
  const child = spawn(program!, args, {
    ...surroundings(what),
    detached: true,
    stdio: ['ignore', log, log],
  });
  child.unref();
  closeSync(log);
  writeDown(name, child.pid!);
}

/** Adds a process to the list that `end` and `endAll` read. */
export function writeDown(name: string, pid: number): void {
  write({ ...read(), [name]: { pid, began: beganOf(pid)! } });
}

/** Runs a program to its end. Returns its output; throws if it fails. */
export async function run(what: Start): Promise<string> {
  const [program, ...args] = commandOf(what);
  const { stdout, stderr } = await promisify(execFile)(program!, args, surroundings(what));
  return stdout + stderr;
}

function commandOf({ command, machine, asPostgres = true }: Start): string[] {
  return [
    ...(machine === undefined ? [] : ['ip', 'netns', 'exec', machine.name]),
    ...(asPostgres ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : []),
    ...command,
  ];
}

/** The environment that all processes of the drill share. */
export const SYSTEM = { PATH: `${process.env['PATH']}:/usr/sbin`, LC_ALL: 'C.UTF-8', TZ: 'UTC' };

function surroundings({ environment = {} }: Start): { cwd: string; env: Record<string, string> } {
  return { cwd: HOME, env: { ...SYSTEM, ...environment } };
}

/** The end of a process's output, which may say why it did not start. */
export function saidLast(name: string): string {
  return readFileSync(logOf(name), 'utf8').slice(-2_000);
}

export function pidOf(name: string): number | undefined {
  const entry = read()[name];
  return entry !== undefined && beganOf(entry.pid) === entry.began ? entry.pid : undefined;
}

/** Sends a signal and waits until the process is gone. Does nothing if it is gone already. */
export async function end(name: string, signal: NodeJS.Signals): Promise<void> {
  const pid = pidOf(name);
  if (pid === undefined) return;
  tell(pid, signal);
  await until(`the end of ${name} (${pid})`, GONE_WITHIN_S, () => pidOf(name) === undefined);
}

/** Kills every recorded process. */
export async function endAll(): Promise<void> {
  for (const name of Object.keys(read())) await end(name, 'SIGKILL');
}

/** Sends a signal to a process that may have exited by itself just now. */
export function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function logOf(name: string): string {
  mkdirSync(LOGS, { recursive: true });
  return join(LOGS, `${name}.log`);
}

/** The start of the process, in the system's ticks. Undefined if it does not exist or is a zombie. */
function beganOf(pid: number): string | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function read(): Record<string, Entry> {
  try {
    return JSON.parse(readFileSync(BOOK, 'utf8')) as Record<string, Entry>;
  } catch {
    return {};
  }
}

function write(book: Record<string, Entry>): void {
  writeFileSync(`${BOOK}.new`, JSON.stringify(book));
  renameSync(`${BOOK}.new`, BOOK);
}

// What the drill started, by process id, in a file: whoever takes it down need not be who brought it up.
import { execFile, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HOME, type Machine } from './places.ts';
import { until } from '../kit/until.ts';

/** `began` tells a process from another that got its number later. */
type Entry = { pid: number; began: string };

const BOOK = join(HOME, 'processes.json');
const LOGS = join(HOME, 'logs');
const GONE_WITHIN_S = 30;

export type Start = {
  command: readonly string[];
  environment?: Record<string, string>;
  /** Inside that machine; omitted: beside the three. */
  machine?: Pick<Machine, 'name'>;
  /** Postgres and its friends refuse to be root. */
  asPostgres?: boolean;
};

/** Starts a process that outlives this one, and writes it down. What it says is in a file of its name. */
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

/** Runs something to its end. Returns what it said; throws unless it ended well. */
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

/** What a process said last, for whoever wants to know why it is not there. */
export function saidLast(name: string): string {
  return readFileSync(logOf(name), 'utf8').slice(-2_000);
}

export function pidOf(name: string): number | undefined {
  const entry = read()[name];
  return entry !== undefined && beganOf(entry.pid) === entry.began ? entry.pid : undefined;
}

/** Sends a signal and waits until the process is gone. One that is gone already is no trouble. */
export async function end(name: string, signal: NodeJS.Signals): Promise<void> {
  const pid = pidOf(name);
  if (pid === undefined) return;
  tell(pid, signal);
  await until(`the end of ${name} (${pid})`, GONE_WITHIN_S, () => pidOf(name) === undefined);
}

/** Ends everything in the book, without mercy. */
export async function endAll(): Promise<void> {
  for (const name of Object.keys(read())) await end(name, 'SIGKILL');
}

/** Signals a process that may have ended by itself in this instant. */
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

/** When the process began, in the system's ticks; undefined where there is none, or only its remains. */
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

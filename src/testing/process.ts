// Starts the shop as a separate process, as operators do. Tests, journeys, measurements and drills use this (choice
// 841).
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const MAIN = join(import.meta.dirname, '../server/main.ts');
const END_WITH_PARENT = pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href;
/** The longest time that a shop may take to start. It is long, because a busy machine starts a shop slowly. */
const UP_MS_MOST = 180_000;
const ASK_AGAIN_MS = 50;
/** The most characters of a shop's output that are stored. If there are more, only the last ones are stored. */
const SAID_CHARACTERS_MAX = 200_000;

/** The AUTH_SECRET of shops with several processes, which must share one secret. */
export const AUTH_SECRET = 'one secret for all, of many signs';

/**
 * Returns the settings of a test's shop on the database at `url`. All processes on one database must have the same
 * settings.
 */
export function onDatabase(url: string, more: Record<string, string> = {}): Record<string, string> {
  const settings = { AUTH_SECRET, RATE_LIMITS: 'off', LOG_LEVEL: 'warn', HOST: '127.0.0.1' };
  return { ...settings, DATABASE_URL: url, ...more };
}

/**
 * The environment variables that Node itself needs. They say where programs are, and where the cache of compiled code
 * is.
 */
export const NODE_SETTINGS = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);

export type StartOptions = {
  /**
   * The port of the shop. If omitted, it is `PORT` of the environment, or any free port. A test that restarts a shop
   * names the port, so that the shop's clients find it again.
   */
  port?: number;
  /** The file that Node runs. If omitted, it is `src/server/main.ts`. */
  main?: string;
  nodeOptions?: readonly string[];
  /**
   * A file for the shop's output, which the shop itself writes to save this process time. Errors go to this process's
   * own stream. A port must be given too. If omitted, this process collects output and errors, for `said`.
   */
  log?: string;
  /**
   * What happens when this process ends. `ends`: the shop ends too. `stays`: the shop outlives this process, and writes
   * its errors into its log.
   */
  whenWeEnd?: 'ends' | 'stays';
  cwd?: string;
};

export type StartedShop = {
  child: ChildProcess;
  /** Resolves to the shop's address when the shop is open. If the shop ends before that, rejects. */
  opened: Promise<string>;
  /** The shop's output so far. */
  said: () => string;
  /** Resolves to the shop's exit code, or to null if a signal ended it. */
  ended: Promise<number | null>;
  /** Sends a signal and waits until the process is gone. If the process is already gone, does nothing. */
  end: (signal?: NodeJS.Signals) => Promise<void>;
};

export type ShopProcess = Omit<StartedShop, 'opened'> & {
  address: string;
  /** Milliseconds from the start to the first answer. */
  startedInMs: number;
};

const running = new Set<StartedShop>();

/** Starts a shop with these settings. Await `opened` before using the shop. */
export function startShop(
  environment: NodeJS.ProcessEnv,
  { port, main = MAIN, nodeOptions = [], log, whenWeEnd, cwd }: StartOptions = {},
): StartedShop {
  const file = log === undefined ? null : openSync(log, 'a');
  const errors = whenWeEnd === 'stays' ? file! : 'inherit';
  const child = spawn(
    process.execPath,
    [...nodeOptions, ...(whenWeEnd === 'ends' ? ['--import', END_WITH_PARENT] : []), main],
    {
      env: {
        ...NODE_SETTINGS,
        PORT: '0',
        ...environment,
        ...(port !== undefined && { PORT: String(port) }),
      },
      stdio: [
        'ignore',
        file ?? 'pipe',
        file === null ? 'pipe' : errors,
        ...(whenWeEnd === 'ends' ? (['ipc'] as const) : []),
      ],
      detached: whenWeEnd === 'stays',
      ...(cwd !== undefined && { cwd }),
    },
  );
  if (file !== null) closeSync(file);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const said = log === undefined ? hear(child) : () => readFileSync(log, 'utf8').slice(-2_000);
  const opened = Promise.race([
    log === undefined ? untilSaid(child, said) : untilUp(`http://127.0.0.1:${port}`, child),
    ended.then((code) => Promise.reject(new Error(`The shop ended with ${code}`))),
  ]).catch((error: Error) => {
    throw new Error(`${error.message}: ${said()}`);
  });
  opened.catch(() => {});
  const end = async (signal: NodeJS.Signals = 'SIGTERM'): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  const started: StartedShop = { child, opened, said, ended, end };
  if (whenWeEnd === 'stays') child.unref();
  else running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

/** Starts a shop and waits until it is open. */
export async function openShop(
  environment: NodeJS.ProcessEnv,
  options: StartOptions = {},
): Promise<ShopProcess> {
  const startedAt = performance.now();
  const { opened, ...started } = startShop(environment, options);
  const address = await opened;
  const startedInMs = performance.now() - startedAt;
  // If a shop ends by itself, this reports it. Otherwise clients would retry until the test's time limit, and the
  // failure would not say why.
  void started.ended.then((code) => {
    if (!started.child.killed)
      process.stderr.write(`\nThe shop ended by itself with ${code}:\n${started.said()}\n`);
  });
  return { ...started, address, startedInMs };
}

/** Kills every shop that this process started, for tests that failed halfway. */
export async function killShops(): Promise<void> {
  await Promise.all([...running].map(({ end }) => end('SIGKILL')));
}

/**
 * Waits until the server is ready, and returns its address. Any status except 503 counts as ready, because the bare
 * server with which benchmarks compare the shop has no `/readyz`.
 */
export async function untilUp(address: string, child?: ChildProcess): Promise<string> {
  const giveUpAt = performance.now() + UP_MS_MOST;
  while (child === undefined || (child.exitCode === null && child.signalCode === null)) {
    const response = await fetch(`${address}/readyz`).catch(() => null);
    if (response !== null && response.status !== 503) return address;
    if (performance.now() > giveUpAt) {
      child?.kill();
      throw new Error(`Nothing at ${address} was ready within ${UP_MS_MOST / 1000} s`);
    }
    await wait(ASK_AGAIN_MS);
  }
  throw new Error('It ended');
}

/** Returns a port that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Collects the output of a process. Returns a function that returns the output so far. */
function hear({ stdout, stderr }: ChildProcess): () => string {
  let said = '';
  for (const stream of [stdout!, stderr!])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.length > 2 * SAID_CHARACTERS_MAX) said = said.slice(-SAID_CHARACTERS_MAX);
    });
  return () => said;
}

async function untilSaid({ stdout }: ChildProcess, said: () => string): Promise<string> {
  return new Promise((resolve) => {
    const poll = () => {
      const found = /It listens on \S+:(\d+),/.exec(said());
      if (found === null) return;
      stdout!.off('data', poll);
      resolve(`http://127.0.0.1:${found[1]}`);
    };
    stdout!.on('data', poll);
  });
}

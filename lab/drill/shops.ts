// Migrates the database, and runs processes of the shop, each at a port that the balancer knows.
import { join } from 'node:path';
import { startShop as startProcess } from '../../src/testing/process.ts';
import { HOME } from './places.ts';
import { end, logOf, run, SYSTEM, writeDown, type Start } from './processes.ts';

const SOURCES = join(import.meta.dirname, '../..');
/**
 * How long an ending process still accepts requests. It is longer than the balancer takes to notice that the process
 * is ending.
 */
const DRAIN_SECONDS = 4;

/** Migrates the database to the version of these sources, with the owner's address. */
export async function migrate(
  environment: Record<string, string>,
  sources: string = SOURCES,
): Promise<void> {
  await run(ofShop(['src/server/shop.ts', 'migrate'], environment, sources));
}

/** A program of the shop, as arguments for `start` or `run`. */
export function ofShop(
  [file, ...words]: string[],
  environment: Record<string, string>,
  sources: string = SOURCES,
): Start {
  return {
    command: [process.execPath, join(sources, file!), ...words],
    asPostgres: false,
    environment,
  };
}

/**
 * Starts a process of the shop, without the owner's address, and waits until it is ready. `sources` is the folder of
 * the version to run.
 */
export async function startShop(
  port: number,
  { DATABASE_URL: _owners, ...environment }: Record<string, string>,
  sources: string = SOURCES,
): Promise<void> {
  const settings = {
    ...SYSTEM,
    ...environment,
    HOST: '127.0.0.1',
    METRICS_PORT: String(port + 100),
    TRUST_PROXY: '1',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const { child, opened } = startProcess(settings, {
    port,
    main: join(sources, 'src/server/main.ts'),
    log: logOf(nameOf(port)),
    whenWeEnd: 'stays',
    cwd: HOME,
  });
  writeDown(nameOf(port), child.pid!);
  await opened;
}

/** Ends a process of the shop. SIGTERM lets the process finish its requests, and SIGKILL doesn't. */
export async function endShop(port: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  await end(nameOf(port), signal);
}

function nameOf(port: number): string {
  return `shop ${port}`;
}

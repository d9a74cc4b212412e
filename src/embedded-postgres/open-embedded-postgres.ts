// Opens a private Postgres, for a machine without an installed one.
import { realpath } from 'node:fs/promises';
import { type EmbeddedPostgres, holdServer, stopUnused } from './hold-server.ts';

export { CannotRun } from './binaries.ts';
export type { EmbeddedPostgres } from './hold-server.ts';

/**
 * Finds or starts the Postgres of a data directory, and keeps it running until `close`. Any number of processes may
 * call this at once and share the server.
 */
export async function openEmbeddedPostgres(options: {
  dataDir: string;
  name: string;
  log: (line: string) => void;
}): Promise<EmbeddedPostgres> {
  return holdServer({ ...options, settings: ['max_connections=200'], durable: true });
}

/**
 * Stops a server that a killed process left behind, and returns whether it stopped one. A server in use keeps running,
 * because its users would start it again at once.
 */
export async function stopEmbeddedPostgres(
  dataDir: string,
  name: string,
  log: (line: string) => void,
): Promise<boolean> {
  const path = await realpath(dataDir).catch(() => undefined);
  const stopped = path !== undefined && (await stopUnused(path, name, log));
  if (stopped) log('Postgres is stopped.');
  return stopped;
}

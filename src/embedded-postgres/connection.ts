// Connections of the harness itself, and the address it hands out.
import { Client } from 'pg';

export const OWNER = 'felt_and_foil';
const DATABASE = 'felt_and_foil';
const CONNECT_LIMIT_MS = 2_000;

export function databaseUrl(port: number, password: string): string {
  return `postgres://${OWNER}:${password}@127.0.0.1:${port}/${DATABASE}`;
}

/**
 * Connects to the maintenance database. Not to the shop's own one, which could not be dropped or
 * copied while a connection of ours is in it.
 */
export async function connect(port: number, password: string): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: OWNER,
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'felt-and-foil harness',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // A broken connection is news for whoever waits for 'end'; unheard, the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Makes the shop's database when it is missing. */
export async function ensureDatabase(client: Client): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (found.rowCount) return;
  await client.query(`create database ${DATABASE}`).catch((error: { code?: string }) => {
    // Another starter made it at the same instant (duplicate_database, unique_violation).
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

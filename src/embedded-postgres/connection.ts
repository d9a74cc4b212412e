// Connections of the harness itself, and the address it hands out. `name` is what role and database are called.
import { Client } from 'pg';

const CONNECT_LIMIT_MS = 2_000;

export function databaseUrl(name: string, port: number, password: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * Connects to the maintenance database. Not to its users' own one, which could not be dropped or
 * copied while a connection of ours is in it.
 */
export async function connect(name: string, port: number, password: string): Promise<Client> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: name,
    password,
    database: 'postgres',
    ssl: false,
    application_name: 'embedded-postgres',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // A broken connection is news for whoever waits for 'end'; unheard, the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Makes the database when it is missing. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount) return;
  await client.query(`create database ${name}`).catch((error: { code?: string }) => {
    // Another starter made it at the same instant (duplicate_database, unique_violation).
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

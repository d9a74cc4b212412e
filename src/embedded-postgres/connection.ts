// Connections of this package itself, and the address for its users. `name`: name of both role and database.
import { Client } from 'pg';

const CONNECT_LIMIT_MS = 2_000;

export function databaseUrl(name: string, port: number, password: string): string {
  return `postgres://${name}:${password}@127.0.0.1:${port}/${name}`;
}

/**
 * Connects to the maintenance database. A connection to the users' database would prevent dropping
 * or copying that database.
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
  // Callers watch 'end' for a broken connection. Without this handler the error would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Makes the database if it is missing. */
export async function ensureDatabase(client: Client, name: string): Promise<void> {
  const found = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (found.rowCount) return;
  await client.query(`create database ${name}`).catch((error: { code?: string }) => {
    // Another process made the database at the same moment (duplicate_database, unique_violation).
    if (error.code !== '42P04' && error.code !== '23505') throw error;
  });
}

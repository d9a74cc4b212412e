// Opens the Postgres for a measurement or fault test (`--postgres`). It is the embedded server, a server from other
// programs, or a server that is already running.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { startThrowawayPostgres } from '../embedded-postgres/throwaway.ts';
import { APP_ROLE } from '../server/database/app-role.ts';

export const EMBEDDED = 'embedded';

export type PostgresServer = {
  /** The server's name in tables, such as `embedded 18.4` or `Postgres 15.20`. */
  name: string;
  /** The address with the owner's login. */
  url: string;
  /** Stops the server. If the server ran before this run, only removes what this run made. */
  close: () => Promise<void>;
};

/** Whether `--postgres` names a running server. Tests must not stop such a server or fill its disk. */
export function isAddress(named: string): boolean {
  return /^postgres(ql)?:\/\//.test(named);
}

/** The absolute path of another Postgres' programs. It is undefined for the embedded server, and for an address. */
export function programsOf(named: string): string | undefined {
  return named === EMBEDDED || isAddress(named) ? undefined : resolve(named);
}

/** Checks the value of `--postgres`. If it is wrong, throws an Error that says what is wrong. */
export function checkPostgresName(named: string): void {
  const programs = programsOf(named);
  if (programs === undefined) return;
  const places = [join(programs, 'bin'), join(programs, 'native', 'bin')];
  if (places.some((bin) => existsSync(join(bin, 'initdb')))) return;
  throw new Error(
    `--postgres ${named}: there is no initdb in ${places[0]}. Name \`${EMBEDDED}\`, the folder of a Postgres such as /usr/lib/postgresql/15, or the address of a server`,
  );
}

/**
 * Opens the server that `--postgres` names. Databases whose name begins with `prefix` belong to this run, and are
 * dropped at the end. `settings`: the settings of a server that is started here. All other settings are the cluster's
 * defaults (choice 751).
 */
export async function openPostgresServer(
  named: string,
  { prefix, settings = [] }: { prefix: string; settings?: string[] },
): Promise<PostgresServer> {
  checkPostgresName(named);
  if (isAddress(named)) return openAddress(named, prefix);
  const programs = programsOf(named);
  const server = await startThrowawayPostgres({
    durable: true,
    asItComes: true,
    settings,
    ...(programs !== undefined && { programs }),
  });
  const version = await asOwner(server.url, versionOf);
  const name = programs === undefined ? `${EMBEDDED} ${version}` : `Postgres ${version}`;
  return { name, url: server.url, close: server.close };
}

async function openAddress(url: string, prefix: string): Promise<PostgresServer> {
  const [version, hadRole] = await asOwner(url, async (client) => [
    await versionOf(client),
    await hasRole(client),
  ]);
  return {
    name: `Postgres ${version} at ${new URL(url).host}`,
    url,
    close: () =>
      asOwner(url, async (client) => {
        const { rows } = await client.query<{ name: string }>(
          'select datname as name from pg_database where starts_with(datname, $1)',
          [prefix],
        );
        for (const { name } of rows)
          await client.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
        if (hadRole) return;
        // If another database now needs the role, the role stays.
        await client.query(`drop role if exists ${APP_ROLE}`).catch(() => {});
      }),
  };
}

async function hasRole(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [APP_ROLE]);
  return rowCount === 1;
}

/**
 * Returns only the version number. For example, it returns "15.20" if the server says `15.20 (Debian 15.20-0+deb12u1)`.
 */
async function versionOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version.split(' ')[0]!;
}

async function asOwner<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

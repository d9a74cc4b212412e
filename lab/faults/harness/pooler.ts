// Runs a PgBouncer between the shop and its Postgres, if PgBouncer is installed on this machine.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '../../../src/testing/process.ts';

/** How the pooler shares its connections to the server. */
export type Pooling = {
  mode: 'session' | 'transaction' | 'statement';
  /** The pooler signs in to the server as this role, whatever role the client has. */
  as?: string;
  /** If set, the pooler runs this statement on each new connection, and never resets a connection. */
  says?: string;
};

export type Pooler = {
  /** Returns the address of the same database through the pooler. */
  through: (url: string) => string;
  /** Ends the pooler with its connections, and starts it again on the same port. */
  restart: (pooling: Pooling) => Promise<void>;
  close: () => Promise<void>;
};

/** The installed PgBouncer and its version. Null if PgBouncer is not installed. */
export function findPooler(): { program: string; version: string } | null {
  // Debian installs it into a folder that only root's PATH contains.
  for (const program of ['pgbouncer', '/usr/sbin/pgbouncer']) {
    const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
    if (status === 0) return { program, version: stdout.split('\n')[0]! };
  }
  return null;
}

// PgBouncer refuses to run as root. A bare user id needs no account, and this one is `nobody`.
const NOBODY = { uid: 65534, gid: 65534 };
const isRoot = process.getuid?.() === 0;

/** Starts a PgBouncer in front of the databases in `urls`, with the passwords of their roles. */
export async function openPooler(
  program: string,
  urls: string[],
  pooling: Pooling,
): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'felt-and-foil-pooler-'));
  const port = await freePort();
  const through = (url: string): string => {
    const changed = new URL(url);
    changed.hostname = '127.0.0.1';
    changed.port = String(port);
    return changed.href;
  };
  const start = async ({ mode, as, says }: Pooling) => {
    const { hostname, port: serverPort } = new URL(urls[0]!);
    const write = async (name: string, lines: string[]): Promise<string> => {
      const path = join(folder, name);
      await writeFile(path, `${lines.join('\n')}\n`);
      return path;
    };
    const users = await write(
      'users',
      urls.map((url) => {
        const { username, password } = new URL(url);
        return `"${username}" "${decodeURIComponent(password)}"`;
      }),
    );
    const config = await write('config', [
      '[databases]',
      `* = host=${hostname} port=${serverPort}${as === undefined ? '' : ` user=${as}`}${says === undefined ? '' : ` connect_query='${says}'`}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${users}`,
      `pool_mode = ${mode}`,
      'default_pool_size = 40',
      'max_client_conn = 200',
      // A common setting. Without it, PgBouncer refuses drivers that send options at the start of a connection.
      'ignore_startup_parameters = options,extra_float_digits',
      ...(says === undefined ? [] : ['server_reset_query =']),
    ]);
    await chmod(folder, 0o711);
    if (isRoot) {
      for (const path of [users, config]) await chown(path, NOBODY.uid, NOBODY.gid);
    }
    const child = spawn(program, [config], {
      ...(isRoot && NOBODY),
      cwd: '/',
      stdio: 'ignore',
    });
    while (!(await accepts(through(urls[0]!)))) {
      if (child.exitCode !== null) throw new Error('PgBouncer did not start');
      await wait(20);
    }
    return child;
  };
  let child = await start(pooling);
  const end = async (): Promise<void> => {
    const gone = once(child, 'close');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    through,
    restart: async (next) => {
      await end();
      child = await start(next);
    },
    close: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}

// Databases may have a wrong or unusual setup. The shop either sells on such a database, or refuses
// to start and says what to do.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  inject,
  onTestFinished,
  test,
} from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { databaseUrl } from '../../testing/postgres.ts';
import { stockPackType } from '../../testing/stock.ts';
import { openTlsFront } from '../../testing/tls-front.ts';
import { QUEUES } from '../jobs/queues.ts';
import { migrateQueue } from '../queue/migrate-queue.ts';
import { appUrlOf } from './app-role.ts';
import { migrateDatabase } from './migrate.ts';

const serverUrl = inject('postgresUrl');
let admin: pg.Client;

beforeAll(async () => {
  admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
});
afterAll(() => admin.end());

/** Runs a statement on a database as its administrator. */
async function tell(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const UTF8 = `template template0 encoding 'UTF8'`;
const LIBC_C = `locale_provider libc lc_collate 'C' lc_ctype 'C'`;
const APART = 'create schema extensions; create extension pg_trgm schema extensions';

describe.each([
  ['that orders by bytes', `${UTF8} ${LIBC_C}`, ''],
  [
    'that orders by ICU, as French Canada does',
    `${UTF8} locale_provider icu icu_locale 'fr-CA' lc_collate 'C' lc_ctype 'C'`,
    '',
  ],
  [
    'with pg_trgm in a schema of its own, on the search path',
    '',
    `${APART}; alter database NAME set search_path = public, extensions`,
  ],
  [
    'with pg_trgm in a schema of its own, off the search path, where nothing is open to everybody',
    '',
    `${APART}; revoke all on schema public, extensions from public; revoke all on database NAME from public`,
  ],
])('a database %s', (_what, options, text) => {
  const shop = useTestApp(
    {},
    {
      make: async (server, name) => {
        await admin.query(`create database ${name} ${options}`);
        const url = databaseUrl(server, name);
        await tell(url, text.replaceAll('NAME', name));
        await migrateDatabase(url, appUrlOf(url));
        await migrateQueue(url, QUEUES);
        return url;
      },
    },
  );

  test('sells, finds a misspelt name, and is ready, with 128 MB of shared buffers', async () => {
    const { rows } = await shop.owner.query('show shared_buffers');
    expect(rows).toEqual([{ shared_buffers: '128MB' }]);
    const packId = await stockPackType(shop.context, { packs: 2 });
    const as = await shop.signUp(50);
    const body = { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' };
    const bought = await shop.call('POST', '/payments/purchase-with-balance', { as, body });
    expect(bought.status).toBe(200);
    const found = await shop.call('GET', '/cards/search?search=harbuor');
    expect(JSON.stringify(found.body)).toContain('Harbour Lantern');
    expect((await shop.app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  });
});

describe('an unsupported database is refused without a stack, with what to do:', () => {
  let name: string;
  let url: string;

  afterEach(() => admin.query(`drop database if exists ${name} with (force)`));

  async function make(options: string, text = ''): Promise<void> {
    name = `unusual_${randomBytes(4).toString('hex')}`;
    await admin.query(`create database ${name} ${options}`);
    url = databaseUrl(serverUrl, name);
    await tell(url, text.replaceAll('NAME', name));
  }

  async function refusal(address = url): Promise<string> {
    const { code, out, err } = await runShopCommand(address, ['migrate']);
    expect([code, out]).toEqual([1, '']);
    expect(err).not.toMatch(/\n\s+at /);
    return err.replaceAll(name, 'NAME');
  }

  test.each(['SQL_ASCII', 'LATIN1'])('of the encoding %s', async (encoding) => {
    await make(`template template0 encoding '${encoding}' ${LIBC_C}`);
    expect(await refusal()).toBe(
      `The database has another encoding than UTF8:
  server_encoding is ${encoding}, which can't be changed. Make another database, and lead the addresses there:
  create database NAME_utf8 template template0 encoding 'UTF8' locale 'C.UTF-8';
  A server that knows no locale of that name knows 'C'.
`,
    );
  });

  test('whose owner may not make extensions, until an administrator has', async () => {
    await make(
      '',
      `create function refuse() returns event_trigger language plpgsql as $$ begin
         if not exists (select from pg_extension where extname = 'pg_trgm') then
           raise exception 'permission denied to create extension "pg_trgm"' using errcode = '42501';
         end if;
       end $$;
       create event trigger refuse on ddl_command_start when tag in ('CREATE EXTENSION') execute function refuse()`,
    );
    expect(await refusal()).toBe(
      `The database lacks the extension pg_trgm:
  permission denied to create extension "pg_trgm".
  As an administrator run in this database:
  create extension pg_trgm;
  It is a part of Postgres, which some systems have in a package of its own (postgresql-contrib).
`,
    );
    await tell(
      url,
      `alter event trigger refuse disable; create extension pg_trgm; alter event trigger refuse enable`,
    );
    expect(await runShopCommand(url, ['migrate'])).toMatchObject({ code: 0, err: '' });
  });

  test('with pg_trgm in a schema that its owner may not use', async () => {
    const owner = `owner_${randomBytes(4).toString('hex')}`;
    await admin.query(`create role ${owner} login password 'secret'`);
    onTestFinished(async () => void (await admin.query(`drop role ${owner}`)));
    await make(`owner ${owner}`, `${APART}; revoke usage on schema extensions from public`);
    const address = new URL(url);
    [address.username, address.password] = [owner, 'secret'];
    expect((await refusal(address.href)).replaceAll(owner, 'OWNER')).toBe(
      `The extension pg_trgm is in a schema that the shop can’t use:
  As an administrator run in this database:
  grant usage on schema extensions to felt_and_foil_app, OWNER;
`,
    );
  });

  test('that accepts no writes', async () => {
    await make('', 'alter database NAME set default_transaction_read_only = on');
    expect(await refusal()).toBe(
      `DATABASE_URL can't be used: it accepts no writes: it is a replica, or default_transaction_read_only is on for its user or database.\n`,
    );
  });

  test('without a schema for its tables', async () => {
    await make('', 'drop schema public');
    expect(await refusal()).toBe(
      `DATABASE_URL can't be used: it has no schema "public". As its owner run there: create schema public;\n`,
    );
  });

  test('behind an unknown certificate, until the address names who signed it', async () => {
    await make('');
    const front = await openTlsFront(url);
    onTestFinished(front.close);
    expect(await refusal(front.url)).toBe(
      `DATABASE_URL can't be used: its certificate is signed by nobody that is known here (self-signed certificate). Name the file with the certificate of who signed it, in the address: sslmode=verify-full&sslrootcert=FILE.\n`,
    );
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, 'root.crt'), front.certificate);
    const known = new URL(front.url);
    known.searchParams.set('sslrootcert', join(folder, 'root.crt'));
    expect(await runShopCommand(known.href, ['migrate'])).toMatchObject({ code: 0, err: '' });

    const other = await openTlsFront(url, '10.0.0.1');
    onTestFinished(other.close);
    await writeFile(join(folder, 'root.crt'), other.certificate);
    known.port = new URL(other.url).port;
    expect(await refusal(known.href)).toMatch(
      /^DATABASE_URL can't be used: its certificate is of another name \(.*10\.0\.0\.1.*\)\. The address has to name the server as the certificate does\.\n$/,
    );
  });

  test('without TLS if its address requires it', async () => {
    await make('');
    expect(await refusal(`${url}?sslmode=verify-full`)).toMatch(
      /^DATABASE_URL can't be used: it speaks no TLS, .* or leave sslmode out on a network of your own\.\n$/,
    );
  });
});

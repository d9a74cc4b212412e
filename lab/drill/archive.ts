// Runs a Debian Postgres that archives with pgBackRest, as in deploy/archive. Restores an earlier state of it on a
// second Postgres, while the first one is still running.
import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { give } from './database.ts';
import { findPostgres } from './packages.ts';

const HOME = join(tmpdir(), 'felt-and-foil-drill-time');
const DEPLOYED = join(import.meta.dirname, '../../deploy/archive');
const STANZA = 'shop';
const CONFIG = join(HOME, 'pgbackrest.conf');
const CIPHER = randomBytes(32).toString('hex');
const PASSWORDS = {
  superuser: randomBytes(24).toString('hex'),
  owner: randomBytes(24).toString('hex'),
};

/** A Postgres of the drill: the damaged one or the restored one. */
export type Place = { name: string; port: number };

export const HURT: Place = { name: 'hurt', port: 15401 };
export const BROUGHT_BACK: Place = { name: 'brought-back', port: 15402 };

/** The address of the shop's database on this Postgres, with the owner's login. */
export const addressOf = ({ port }: Place): string =>
  `postgres://shop:${PASSWORDS.owner}@127.0.0.1:${port}/shop`;

/** Creates an empty database for the shop, whose every change is archived from the start. */
export function makeArchived(): void {
  // Removes what a killed drill left behind.
  endArchived();
  mkdirSync(HOME);
  for (const part of ['repo', 'log', 'lock', 'spool']) mkdirSync(join(HOME, part));
  for (const path of [HOME, ...['repo', 'log', 'lock', 'spool'].map((part) => join(HOME, part))])
    give(path);
  // Other users may enter this folder. The shop's data is elsewhere, and Postgres itself demands that other users can't
  // enter its data folder.
  chmodSync(HOME, 0o711);
  write(CONFIG, deployed('pgbackrest.conf'));
  const password = join(HOME, 'password');
  write(password, PASSWORDS.superuser);
  asPostgres(program('initdb'), [
    '--pgdata',
    folderOf(HURT),
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  rmSync(password);
  // pgBackRest connects to the Postgres on its own machine, as Postgres's user.
  write(join(folderOf(HURT), 'pg_hba.conf'), HBA);
  appendFileSync(join(folderOf(HURT), 'postgresql.conf'), `\n${deployed('postgresql.conf')}`);
  // Creates the stanza before the first change. Without a stanza, archiving that change would fail and be retried only
  // after a minute.
  pgBackRest(HURT, 'stanza-create', '--no-online');
  startPostgres(HURT);
  sql(HURT, [
    `create role shop login createrole password '${PASSWORDS.owner}'`,
    'create database shop owner shop',
  ]);
  pgBackRest(HURT, 'check');
}

const HBA = 'local all postgres peer\nhost all all 127.0.0.1/32 scram-sha-256\n';

/** Copies the whole database while the shop runs. The archive has all changes after this copy. */
export async function takeBaseBackup(place: Place): Promise<void> {
  const args = argsOf(place, 'backup', '--type=full');
  // Does not run synchronously, because the database's clients run in this process.
  await promisify(execFile)('setpriv', [...AS_POSTGRES, 'pgbackrest', ...args], OF_POSTGRES);
}

/** The size in bytes of the database, of its base backup and of the changes since, as pgBackRest reports them. */
export function sizesOfArchive(): { database: number; backup: number; wal: number } {
  const info = JSON.parse(pgBackRest(HURT, 'info', '--output=json')) as {
    backup: { info: { size: number; repository: { delta: number } } }[];
  }[];
  const { size, repository } = info[0]!.backup[0]!.info;
  const wal = Number(asPostgres('du', ['-sb', join(HOME, 'repo/archive')]).split('\t')[0]!);
  return { database: size, backup: repository.delta, wal };
}

/** Archives the latest changes too, without waiting until their WAL file is full. */
export function archiveAll(place: Place): void {
  sql(place, ['select pg_switch_wal()']);
  pgBackRest(place, 'check');
}

/**
 * Restores the database on another Postgres, as it was at `moment`. Returns once the restored database accepts
 * changes.
 */
export function bringBackTo(moment: Date, to: Place): void {
  const folder = folderOf(to);
  mkdirSync(folder, { mode: 0o700 });
  give(folder);
  pgBackRest(
    to,
    'restore',
    '--type=time',
    `--target=${moment.toISOString().replace('T', ' ').replace('Z', '+00')}`,
    '--target-action=promote',
  );
  startPostgres(to);
  for (;;) {
    if (sql(to, ['select pg_is_in_recovery()']).trim() === 'f') return;
    spawnSync('sleep', ['0.2']);
  }
}

export function endArchived(): void {
  for (const place of [HURT, BROUGHT_BACK].filter((one) => existsSync(folderOf(one))))
    spawnSync('setpriv', [
      ...AS_POSTGRES,
      program('pg_ctl'),
      'stop',
      '-m',
      'immediate',
      '-D',
      folderOf(place),
    ]);
  rmSync(HOME, { recursive: true, force: true });
}

const LONGEST_REPLAY_S = 600;

function startPostgres(place: Place): void {
  const options = [
    `-c port=${place.port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${HOME}`,
    `-c archive_command='${pushOf(place)}'`,
  ];
  asPostgres(program('pg_ctl'), [
    'start',
    '--wait',
    `--timeout=${LONGEST_REPLAY_S}`,
    '-D',
    folderOf(place),
    '-l',
    join(HOME, `log/${place.name}.log`),
    '-o',
    options.join(' '),
  ]);
}

/** The deployed archive command, for this place. */
function pushOf(place: Place): string {
  const [, command] = /archive_command = '(.+)'/.exec(deployed('postgresql.conf'))!;
  return command!.replace('archive-push', `--pg1-path=${folderOf(place)} archive-push`);
}

function pgBackRest(place: Place, command: string, ...options: string[]): string {
  return asPostgres('pgbackrest', argsOf(place, command, ...options));
}

/** Each command of pgBackRest gets only the options about the place that it needs. */
function argsOf(place: Place, command: string, ...options: string[]): string[] {
  const path = command === 'info' ? [] : [`--pg1-path=${folderOf(place)}`];
  const port = command === 'backup' || command === 'check' ? [`--pg1-port=${place.port}`] : [];
  return [`--config=${CONFIG}`, `--stanza=${STANZA}`, ...path, ...port, ...options, command];
}

function sql(place: Place, statements: string[]): string {
  const said = statements.flatMap((text) => ['--command', text]);
  return asPostgres(program('psql'), [
    '--host',
    HOME,
    '--port',
    String(place.port),
    '--set=ON_ERROR_STOP=1',
    '--no-align',
    '--tuples-only',
    ...said,
  ]);
}

/** A file of deploy/archive, with the drill's own paths. */
function deployed(name: string): string {
  return readFileSync(join(DEPLOYED, name), 'utf8')
    .replace(/^repo1-cipher-pass=$/m, `repo1-cipher-pass=${CIPHER}`)
    .replaceAll('/var/lib/pgbackrest', join(HOME, 'repo'))
    .replaceAll('/var/log/pgbackrest', join(HOME, 'log'))
    .replaceAll('/tmp/pgbackrest', join(HOME, 'lock'))
    .replaceAll('/var/spool/pgbackrest', join(HOME, 'spool'))
    .replaceAll('/var/run/postgresql', HOME)
    .replaceAll('pgbackrest --stanza', `pgbackrest --config=${CONFIG} --stanza`);
}

const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--init-groups'];
const OF_POSTGRES = {
  cwd: HOME,
  env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', TZ: 'UTC' },
};

function asPostgres(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync('setpriv', [...AS_POSTGRES, command, ...args], {
    ...OF_POSTGRES,
    encoding: 'utf8',
    // The output goes to pipes. If the program starts a server, that server must not hold the pipes open, because this
    // process waits for their end.
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

function program(name: string): string {
  return join(findPostgres()!, name);
}

function folderOf({ name }: Place): string {
  return join(HOME, name);
}

function write(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  give(path);
}

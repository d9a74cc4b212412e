// Three etcd and three Patroni, each pair on a machine of its own: who decides which Postgres is the primary, and nobody else.
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { findPostgres } from './packages.ts';
import { HOME, type Machine, MACHINES, PATRONI_PORT, POSTGRES_PORT } from './places.ts';
import { end, start } from './processes.ts';
import { until } from './until.ts';

export type Passwords = { superuser: string; replication: string; owner: string };

/** Patroni's own words for what a member is and how it does. */
type Member = { name: string; role: string; state: string };

/** Who decides, who has each commit before it is answered, and who follows. */
export type Cluster = Record<'leader' | 'standby' | 'replica', Machine>;

/** Beside other work; at rest half a minute. */
const WHOLE_WITHIN_S = 300;

/** Gives a path to the account that runs Postgres. */
export function give(path: string): void {
  const idOf = (kind: '-u' | '-g') =>
    Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  chownSync(path, idOf('-u'), idOf('-g'));
}

/** What is deployed is what is tried: what differs from machine to machine is in the environment. */
const DEPLOYED = join(import.meta.dirname, '../deploy/three-machines');
const DEPLOYED_AT = '/etc/shop';

/** Gives the machine a folder of its own, and Patroni's settings in it. */
export function configure(machine: Machine): void {
  const folder = folderOf(machine);
  mkdirSync(folder, { mode: 0o700 });
  give(folder);
  for (const name of ['patroni.yaml', 'make-shop.sh']) {
    const path = join(folder, name);
    const text = readFileSync(join(DEPLOYED, name), 'utf8');
    writeFileSync(path, text.replaceAll(DEPLOYED_AT, folder), { mode: 0o700 });
    give(path);
  }
}

export function startEtcd(machine: Machine): void {
  const [client, peer] = [`http://${machine.etcd}:2379`, peerOf(machine)];
  start(`etcd of ${machine.name}`, {
    machine,
    command: [
      'etcd',
      '--name',
      machine.name,
      '--data-dir',
      join(folderOf(machine), 'etcd'),
      '--listen-client-urls',
      client,
      '--advertise-client-urls',
      client,
      '--listen-peer-urls',
      peer,
      '--initial-advertise-peer-urls',
      peer,
      '--initial-cluster',
      MACHINES.map((one) => `${one.name}=${peerOf(one)}`).join(),
      // Twice etcd's defaults: three of them share a disk here.
      '--heartbeat-interval',
      '200',
      '--election-timeout',
      '2000',
      '--log-level',
      'warn',
      // For Patroni (deploy/three-machines/patroni.yaml).
      '--enable-v2',
    ],
  });
}

export async function endEtcd(machine: Machine): Promise<void> {
  await end(`etcd of ${machine.name}`, 'SIGKILL');
}

export function startPatroni(machine: Machine, passwords: Passwords): void {
  const { name, database } = machine;
  const folder = folderOf(machine);
  start(`patroni of ${name}`, {
    machine,
    command: ['patroni', join(folder, 'patroni.yaml')],
    environment: {
      PATRONI_NAME: name,
      PATRONI_ETCD_HOSTS: MACHINES.map(({ etcd }) => `${etcd}:2379`).join(),
      PATRONI_RESTAPI_LISTEN: `${database}:${PATRONI_PORT}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${database}:${PATRONI_PORT}`,
      PATRONI_POSTGRESQL_LISTEN: `${database}:${POSTGRES_PORT}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${database}:${POSTGRES_PORT}`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, 'postgres'),
      PATRONI_POSTGRESQL_BIN_DIR: findPostgres()!,
      PATRONI_POSTGRESQL_PGPASS: join(folder, 'pgpass'),
      PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
      PATRONI_REPLICATION_PASSWORD: passwords.replication,
      OWNER_PASSWORD: passwords.owner,
    },
  });
}

/** The machine whose Postgres is the primary, as Patroni's answer to HAProxy has it. */
export async function findLeader(): Promise<Machine | undefined> {
  for (const machine of MACHINES)
    if ((await patroni(machine, 'GET', '/primary'))?.status === 200) return machine;
  return undefined;
}

/** What Patroni knows of all three; none while nobody leads. */
async function listMembers(): Promise<Member[]> {
  const leader = await findLeader();
  const said = leader && (await patroni(leader, 'GET', '/cluster'));
  const known = (await said?.json().catch(() => null)) as { members: Member[] } | null | undefined;
  return (known?.members ?? []).filter(({ state }) => /^(running|streaming)$/.test(state));
}

/** All three in their roles, and well. */
export async function untilWhole(): Promise<Cluster> {
  return until('a leader, a synchronous standby and a replica', WHOLE_WITHIN_S, async () => {
    const members = await listMembers();
    const inRole = (role: string) =>
      MACHINES.find((machine) =>
        members.some((one) => one.name === machine.name && one.role === role),
      );
    const [leader, standby, replica] = ['leader', 'sync_standby', 'replica'].map(inRole);
    return leader && standby && replica ? { leader, standby, replica } : null;
  });
}

/** A leader that waits for nobody, and two that follow it. */
export async function untilAsynchronous(): Promise<void> {
  await until('two replicas, neither of them synchronous', WHOLE_WITHIN_S, async () => {
    const replicas = (await listMembers()).filter(({ role }) => role === 'replica');
    return replicas.length === 2;
  });
}

/** Asks Patroni for a planned change of the primary. */
export async function switchOver(leader: Machine, candidate: Machine): Promise<void> {
  const said = await patroni(leader, 'POST', '/switchover', {
    leader: leader.name,
    candidate: candidate.name,
  });
  if (said?.status !== 200) throw new Error(`Patroni: ${said?.status} ${await said?.text()}`);
}

/** Changes what all three go by. */
export async function changeSettings(settings: object): Promise<void> {
  const leader = await until('a leader', WHOLE_WITHIN_S, findLeader);
  const said = await patroni(leader, 'PATCH', '/config', settings);
  if (said?.status !== 200) throw new Error(`Patroni: ${said?.status} ${await said?.text()}`);
}

const ANSWER_WITHIN_MS = 30_000;
/** For who is asked only how it does: one that stands still is down. */
const LOOK_WITHIN_MS = 1_000;

async function patroni(
  { database }: Machine,
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<Response | null> {
  return fetch(`http://${database}:${PATRONI_PORT}${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(method === 'GET' ? LOOK_WITHIN_MS : ANSWER_WITHIN_MS),
  }).catch(() => null);
}

function folderOf({ name }: Machine): string {
  return join(HOME, name);
}

function peerOf({ etcd }: Machine): string {
  return `http://${etcd}:2380`;
}

export const SYNCHRONOUS = { synchronous_mode: true, synchronous_mode_strict: true };
export const ASYNCHRONOUS = { synchronous_mode: false, synchronous_mode_strict: false };

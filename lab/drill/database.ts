// Runs one etcd and one Patroni on each of the three machines. They alone decide which Postgres is the primary.
import { chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DEPLOYED, readDeployed, readService, type Service } from './deployed.ts';
import { findPostgres } from './packages.ts';
import { HOME, type Machine, MACHINES, PATRONI_PORT } from './places.ts';
import { end, run, start } from './processes.ts';
import { until } from '../kit/until.ts';

export type Passwords = Record<'superuser' | 'replication' | 'patroni' | 'owner', string>;

/** A member of the cluster, with Patroni's words for its role and state. */
type Member = { name: string; role: string; state: string };

/** The primary, the standby that stores each commit before it is confirmed, and the asynchronous replica. */
export type Cluster = Record<'leader' | 'standby' | 'replica', Machine>;

/** The name of the cluster, which is Patroni's `scope`. */
const CLUSTER = 'shop';

/** How long the cluster may take to become whole on a busy machine. On an idle machine, it takes half a minute. */
const WHOLE_WITHIN_S = 300;

/** Makes Postgres's user the owner of a path. */
export function give(path: string): void {
  const idOf = (kind: '-u' | '-g') =>
    Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }));
  chownSync(path, idOf('-u'), idOf('-g'));
}

/**
 * Runs the deployment's script in `folder`. The script creates the certificate with which the machines sign in to
 * etcd, in a folder of its own.
 */
export function makeCertificate(folder: string): void {
  const addresses = MACHINES.flatMap(({ database, etcd }) => [database, etcd]);
  execFileSync(join(DEPLOYED, 'make-certificate.sh'), addresses, { cwd: folder, stdio: 'pipe' });
}

/** Gives the machine its own folder, with Patroni's settings and the certificate. */
export function configure(machine: Machine): void {
  const folder = folderOf(machine);
  mkdirSync(folder, { mode: 0o700 });
  give(folder);
  for (const name of ['patroni.yaml', 'make-shop.sh']) write(name, readDeployed(name, folder));
  for (const name of ['cluster.crt', 'cluster.key'])
    write(name, readFileSync(join(HOME, 'cluster', name), 'utf8'));

  function write(name: string, text: string) {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o700 });
    give(path);
  }
}

export function startEtcd(machine: Machine): void {
  const { command } = readService('etcd', folderOf(machine), variablesOf(machine, 'etcd'));
  start(`etcd of ${machine.name}`, {
    machine,
    command: [
      ...command,
      // Twice etcd's default, because in the drill three etcds share one disk.
      '--heartbeat-interval=200',
      '--election-timeout=2000',
      '--log-level=warn',
    ],
  });
}

/** The variables in a machine's `.env`. In the drill, the machine's etcd has a separate address. */
export function variablesOf(machine: Machine, of: 'database' | 'etcd'): Record<string, string> {
  const [one, two, three] = MACHINES.map((each) => each[of]);
  return {
    MACHINE: machine.member,
    MACHINE_ADDRESS: machine[of],
    MACHINE_ONE: one!,
    MACHINE_TWO: two!,
    MACHINE_THREE: three!,
  };
}

export async function endEtcd(machine: Machine): Promise<void> {
  await end(`etcd of ${machine.name}`, 'SIGKILL');
}

export function startPatroni(machine: Machine, passwords: Passwords): void {
  start(`patroni of ${machine.name}`, { machine, ...patroniOf(machine, passwords) });
}

function patroniOf(machine: Machine, passwords: Passwords): Service {
  const { command, environment } = readService('database', folderOf(machine), {
    ...variablesOf(machine, 'database'),
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
    PATRONI_PASSWORD: passwords.patroni,
    OWNER_PASSWORD: passwords.owner,
  });
  return {
    command,
    environment: {
      ...environment,
      PATRONI_ETCD_HOSTS: MACHINES.map(({ etcd }) => `${etcd}:2379`).join(),
      PATRONI_POSTGRESQL_BIN_DIR: findPostgres()!,
    },
  };
}

/**
 * Runs the operator's command on a machine. Returns its output, because its exit code doesn't show whether it
 * succeeded.
 */
export async function patronictl(
  machine: Machine,
  passwords: Passwords,
  ...args: string[]
): Promise<string> {
  const settings = join(folderOf(machine), 'patroni.yaml');
  const { environment } = patroniOf(machine, passwords);
  return run({ machine, command: ['patronictl', '-c', settings, ...args], environment });
}

/** Finds the machine whose Postgres is the primary, with the request that HAProxy sends to Patroni too. */
export async function findLeader(): Promise<Machine | undefined> {
  for (const machine of MACHINES)
    if ((await patroni(machine, '/primary'))?.status === 200) return machine;
  return undefined;
}

/** All running members that Patroni knows. Empty while there is no leader. */
async function listMembers(): Promise<Member[]> {
  const leader = await findLeader();
  const said = leader && (await patroni(leader, '/cluster'));
  const known = (await said?.json().catch(() => null)) as { members: Member[] } | null | undefined;
  return (known?.members ?? []).filter(({ state }) => /^(running|streaming)$/.test(state));
}

/** Waits until the leader, the standby and the replica are all running in their roles. */
export async function untilWhole(): Promise<Cluster> {
  return until('a leader, a synchronous standby and a replica', WHOLE_WITHIN_S, async () => {
    const members = await listMembers();
    const inRole = (role: string) =>
      MACHINES.find((machine) =>
        members.some((one) => one.name === machine.member && one.role === role),
      );
    const [leader, standby, replica] = ['leader', 'sync_standby', 'replica'].map(inRole);
    return leader && standby && replica ? { leader, standby, replica } : null;
  });
}

/** Waits for a leader that needs no standby's confirmation, and two replicas that follow it. */
export async function untilAsynchronous(): Promise<void> {
  await until('two replicas, neither of them synchronous', WHOLE_WITHIN_S, async () => {
    const replicas = (await listMembers()).filter(({ role }) => role === 'replica');
    return replicas.length === 2;
  });
}

/** Requests a planned switchover from Patroni. */
export async function switchOver(
  leader: Machine,
  candidate: Machine,
  passwords: Passwords,
): Promise<void> {
  const said = await patronictl(
    leader,
    passwords,
    'switchover',
    CLUSTER,
    `--leader=${leader.member}`,
    `--candidate=${candidate.member}`,
    '--force',
  );
  if (!said.includes('Successfully switched over')) throw new Error(`Patroni: ${said}`);
}

/** Changes settings of the whole cluster. */
export async function changeSettings(
  settings: Record<string, boolean>,
  passwords: Passwords,
): Promise<void> {
  const changes = Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`);
  await patronictl(MACHINES[0]!, passwords, 'edit-config', CLUSTER, '--force', ...changes);
}

/** A Patroni that does not respond within this time counts as down. */
const LOOK_WITHIN_MS = 1_000;

async function patroni({ database }: Machine, path: string): Promise<Response | null> {
  return fetch(`http://${database}:${PATRONI_PORT}${path}`, {
    signal: AbortSignal.timeout(LOOK_WITHIN_MS),
  }).catch(() => null);
}

export function folderOf({ name }: Machine): string {
  return join(HOME, name);
}

export const SYNCHRONOUS = { synchronous_mode: true, synchronous_mode_strict: true };
export const ASYNCHRONOUS = { synchronous_mode: false, synchronous_mode_strict: false };

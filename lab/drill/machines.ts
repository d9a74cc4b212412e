// Simulates three machines as network namespaces, each with its own addresses and with links that can be cut (choice
// 463).
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { DEPLOYED } from './deployed.ts';
import { BRIDGE, type Machine, MACHINES, STRANGER } from './places.ts';
import { tell } from './processes.ts';
import { until } from '../kit/until.ts';

const GONE_WITHIN_S = 20;

export function makeMachines(): void {
  ip('link', 'add', BRIDGE.name, 'type', 'bridge');
  ip('addr', 'add', `${BRIDGE.address}/24`, 'dev', BRIDGE.name);
  ip('link', 'set', BRIDGE.name, 'up');
  for (const { name, database, etcd } of MACHINES) {
    makeMachine(name, [database, etcd]);
    closePorts(name);
  }
  makeMachine(STRANGER.name, [STRANGER.address]);
}

function makeMachine(name: string, addresses: string[]): void {
  ip('netns', 'add', name);
  ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', name, 'master', BRIDGE.name, 'up');
  within(name, 'link', 'set', 'lo', 'up');
  for (const address of addresses) within(name, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  within(name, 'link', 'set', 'eth0', 'up');
}

/** Applies the deployed firewall. The proxies in front of the machines count as members, and there is no Prometheus. */
function closePorts(name: string): void {
  const members = MACHINES.flatMap(({ database, etcd }) => [database, etcd]);
  const rules = [
    `define machines = { ${[BRIDGE.address, ...members].join(', ')} }`,
    'define prometheus = { 192.0.2.1 }',
    `include "${join(DEPLOYED, 'firewall.nft')}"`,
  ];
  execFileSync('ip', ['netns', 'exec', name, 'nft', '--file', '-'], {
    input: `${rules.join('\n')}\n`,
  });
}

/** Removes the machines, every process in them, and their network. */
export async function removeMachines(): Promise<void> {
  const there = ip('netns', 'list');
  for (const machine of [...MACHINES, STRANGER].filter(({ name }) => there.includes(name))) {
    await killMachine(machine);
    // Deletes the link first, because deleting only the namespace would remove the link some time later.
    ip('link', 'delete', machine.name);
    ip('netns', 'delete', machine.name);
  }
  if (ip('-brief', 'link', 'show', 'type', 'bridge').includes(BRIDGE.name))
    ip('link', 'delete', BRIDGE.name);
}

/** Kills every process of the machine at once, like a power failure. */
export async function killMachine(machine: Pick<Machine, 'name'>): Promise<void> {
  await until(`the end of ${machine.name}`, GONE_WITHIN_S, () => {
    const pids = pidsOf(machine);
    for (const pid of pids) tell(pid, 'SIGKILL');
    return pids.length === 0;
  });
}

/** Freezes every process of the machine. The processes can't notice that. */
export function freezeMachine(machine: Machine): void {
  for (const pid of pidsOf(machine)) tell(pid, 'SIGSTOP');
}

export function wakeMachine(machine: Machine): void {
  for (const pid of pidsOf(machine)) tell(pid, 'SIGCONT');
}

/** Stops the machine from sending anything to these addresses, without an error on either side. */
export function cut(machine: Machine, addresses: string[]): void {
  for (const address of addresses)
    within(machine.name, 'route', 'add', 'blackhole', `${address}/32`);
}

export function mend(machine: Machine, addresses: string[]): void {
  for (const address of addresses)
    within(machine.name, 'route', 'delete', 'blackhole', `${address}/32`);
}

function pidsOf({ name }: Pick<Machine, 'name'>): number[] {
  return ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
}

function within(name: string, ...args: string[]): string {
  return ip('-n', name, ...args);
}

function ip(...args: string[]): string {
  return execFileSync('ip', args, { encoding: 'utf8' });
}

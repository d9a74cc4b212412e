// Three machines as network namespaces: each with its own addresses, and with links that can be cut
// (choice 463).
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

/** The deployed firewall. What stands in front of the machines belongs to them; Prometheus is nowhere. */
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

/** The machines, everything that runs in them, and their network. */
export async function removeMachines(): Promise<void> {
  const there = ip('netns', 'list');
  for (const machine of [...MACHINES, STRANGER].filter(({ name }) => there.includes(name))) {
    await killMachine(machine);
    // With the machine alone it would go only some time later.
    ip('link', 'delete', machine.name);
    ip('netns', 'delete', machine.name);
  }
  if (ip('-brief', 'link', 'show', 'type', 'bridge').includes(BRIDGE.name))
    ip('link', 'delete', BRIDGE.name);
}

/** Every process of the machine dies at once, as when its power goes. */
export async function killMachine(machine: Pick<Machine, 'name'>): Promise<void> {
  await until(`the end of ${machine.name}`, GONE_WITHIN_S, () => {
    const pids = pidsOf(machine);
    for (const pid of pids) tell(pid, 'SIGKILL');
    return pids.length === 0;
  });
}

/** Every process of the machine stands still, and knows nothing of it. */
export function freezeMachine(machine: Machine): void {
  for (const pid of pidsOf(machine)) tell(pid, 'SIGSTOP');
}

export function wakeMachine(machine: Machine): void {
  for (const pid of pidsOf(machine)) tell(pid, 'SIGCONT');
}

/** The machine can send nothing more to these addresses, and nobody is told. */
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

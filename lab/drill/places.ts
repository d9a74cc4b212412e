// The addresses, ports and folders of the drill. The three machines are network namespaces on their own bridge, and
// the proxies in front of them are on this machine's loopback. The addresses are fixed, so only one drill can run at a
// time.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data, settings, logs and the list of running processes. Removed when the drill is taken down. */
export const HOME = join(tmpdir(), 'felt-and-foil-drill');

/**
 * Each machine has one address for its database and another for its etcd, so that a failure can cut off one of them
 * alone.
 */
export type Machine = { name: string; member: string; database: string; etcd: string };

/** `member` is the machine's name in the cluster. */
export const MACHINES: readonly Machine[] = ['one', 'two', 'three'].map((member, index) => ({
  name: `drill-${index + 1}`,
  member,
  database: `10.77.0.1${index + 1}`,
  etcd: `10.77.0.2${index + 1}`,
}));

export const BRIDGE = { name: 'drill-bridge', address: '10.77.0.1' };

/** A machine on the same network that is no member of the cluster. */
export const STRANGER = { name: 'drill-stranger', address: '10.77.0.99' };

/** Ports on each machine. */
export const POSTGRES_PORT = 5432;
export const PATRONI_PORT = 8008;

/** Ports on this machine's loopback. */
export const FRONT_PORT = 5510;
/** Connections to this port lead to the current primary. */
export const PRIMARY_PORT = 5520;
export const POOLER_PORT = 5530;
/** The ports of three processes of the shop, and of three of the next version. */
export const SHOP_PORTS = [5541, 5542, 5543, 5544, 5545, 5546] as const;

export const FRONT = `http://127.0.0.1:${FRONT_PORT}`;

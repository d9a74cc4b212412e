// The addresses, ports and folders of the drill: three machines as network namespaces on their own bridge, and the proxies in
// front of them on this machine's loopback. Only one drill runs at a time, so that its addresses can be fixed.
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data, settings, logs and the list of running processes. Removed when the drill is taken down. */
export const HOME = join(tmpdir(), 'felt-and-foil-drill');

/** A machine has one address for its database and another for its etcd, so that either can be cut off alone. */
export type Machine = { name: string; member: string; database: string; etcd: string };

/** `member`: the machine's name in the cluster. */
export const MACHINES: readonly Machine[] = ['one', 'two', 'three'].map((member, index) => ({
  name: `drill-${index + 1}`,
  member,
  database: `10.77.0.1${index + 1}`,
  etcd: `10.77.0.2${index + 1}`,
}));

export const BRIDGE = { name: 'drill-bridge', address: '10.77.0.1' };

/** Another machine on the network of the three, which is no member of the cluster. */
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

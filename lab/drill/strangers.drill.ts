// Tests what a stranger on the network of the three machines can reach and change. One of the machines runs everything
// in compose.yaml, behind the deployed firewall.
import { mkdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bringUp, takeDown, type Up } from './cluster.ts';
import { findLeader, makeCertificate, patronictl, switchOver, untilWhole } from './database.ts';
import { frontOf, PORTS, startRest } from './one-machine.ts';
import { HOME, MACHINES, PATRONI_PORT, POSTGRES_PORT, STRANGER } from './places.ts';
import { run } from './processes.ts';

const [WHOLE] = MACHINES;
const { database, etcd } = WHOLE!;

let up: Up;

beforeAll(async () => {
  up = await bringUp();
  await startRest(WHOLE!, up);
});

afterAll(() => takeDown());

/** Tries to reach each of these addresses from the machine `name`, and returns the result for each address. */
async function knock(name: string, addresses: string[]): Promise<Record<string, string | number>> {
  const said = await run({
    machine: { name },
    command: [process.execPath, join(import.meta.dirname, 'knock.ts'), ...addresses],
    asPostgres: false,
    environment: { NODE_EXTRA_CA_CERTS: join(HOME, 'cluster/cluster.crt') },
  });
  return JSON.parse(said) as Record<string, string | number>;
}

const addressesOf = (ports: number[]): string[] =>
  ports.map((port) => `${port === 2379 || port === 2380 ? etcd : database}:${port}`);

const each = (addresses: string[], what: string): Record<string, string> =>
  Object.fromEntries(addresses.map((address) => [address, what]));

test('a stranger reaches the shop through the proxy, and no other port of a machine', async () => {
  const everybody = addressesOf(PORTS.everybody);
  const machines = addressesOf(PORTS.machines);
  const prometheus = addressesOf(PORTS.prometheus);
  const nobody = addressesOf(PORTS.nobody);
  const all = [...everybody, ...machines, ...prometheus, ...nobody];

  expect(await knock(STRANGER.name, all)).toEqual({
    ...each(everybody, 'reached'),
    ...each([...machines, ...prometheus, ...nobody], 'ECONNREFUSED'),
  });
  const page = `${frontOf(WHOLE!)}/readyz`;
  expect(await knock(STRANGER.name, [page])).toEqual({ [page]: 200 });
  // The other machines reach these addresses, so the firewall is the reason why the stranger does not.
  expect(await knock(MACHINES[1]!.name, all)).toEqual({
    ...each([...everybody, ...machines], 'reached'),
    ...each([...prometheus, ...nobody], 'ECONNREFUSED'),
  });
  expect(await knock(WHOLE!.name, prometheus)).toEqual(each(prometheus, 'reached'));
});

type SignIn = { cert: string; key: string };

function certificateIn(folder: string): SignIn {
  const [cert, key] = ['crt', 'key'].map((end) =>
    readFileSync(join(folder, `cluster/cluster.${end}`), 'utf8'),
  );
  return { cert: cert!, key: key! };
}

/** Sends a request to one of etcd's ports. Returns the HTTP status, or null if the connection was refused. */
async function askEtcd(
  port: number,
  signIn: Partial<SignIn>,
  { method = 'GET', path }: { method?: 'GET' | 'PUT'; path: string },
): Promise<number | null> {
  const { cert: ca } = certificateIn(HOME);
  const asked = request({ host: etcd, port, path, method, ca, ...signIn, agent: false });
  return new Promise((resolve) => {
    asked.on('error', () => resolve(null));
    asked.on('response', (said) => {
      said.resume();
      resolve(said.statusCode!);
    });
    asked.end();
  });
}

const KEY = '/v2/keys/stranger';
const WRITE = { method: 'PUT', path: `${KEY}?value=1` } as const;

test('etcd refuses everybody without the cluster’s certificate, whoever they are on the network', async () => {
  const theirs = join(HOME, 'stranger');
  mkdirSync(theirs);
  makeCertificate(theirs);
  for (const signIn of [{}, certificateIn(theirs)]) {
    expect(await askEtcd(2379, signIn, { path: '/v2/keys/service/shop/leader' })).toBe(null);
    expect(await askEtcd(2379, signIn, WRITE)).toBe(null);
    // Only the etcds themselves may use port 2380.
    expect(await askEtcd(2380, signIn, { path: '/members' })).toBe(null);
  }
  const ours = certificateIn(HOME);
  expect(await askEtcd(2379, ours, { path: '/v2/keys/service/shop/leader' })).toBe(200);
  expect(await askEtcd(2379, ours, { path: KEY })).toBe(404);
  // A peer also needs one of the addresses in the certificate. This test runs at another address.
  expect(await askEtcd(2380, ours, { path: '/members' })).toBe(null);
});

test('only a machine of the cluster, with the password, changes the primary or the settings', async () => {
  const { leader, standby } = await untilWhole();
  const address = `http://${leader.database}:${PATRONI_PORT}`;
  const wish = JSON.stringify({ leader: leader.member, candidate: standby.member });
  const ask = async (method: string, path: string, body: string, password?: string) =>
    (
      await fetch(`${address}${path}`, {
        method,
        body,
        headers: password === undefined ? {} : { authorization: basic('patroni', password) },
      })
    ).status;

  // The firewall lets this client through. Patroni still refuses it in spite of the password, because it is no member
  // of the cluster.
  expect(await ask('POST', '/switchover', wish, up.passwords.patroni)).toBe(403);
  expect(await ask('PATCH', '/config', '{"ttl":3600}', up.passwords.patroni)).toBe(403);
  // A member of the cluster is refused too if it does not know the password.
  const said = await patronictl(
    standby,
    { ...up.passwords, patroni: 'a guess' },
    'switchover',
    'shop',
    `--leader=${leader.member}`,
    `--candidate=${standby.member}`,
    '--force',
  );
  expect(said).toContain('Switchover failed, details: 401');
  expect(await findLeader()).toBe(leader);

  await switchOver(leader, standby, up.passwords);
  expect((await untilWhole()).leader).toBe(standby);
});

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

test('Postgres refuses everybody without a password', async () => {
  const signIn = async (user: string, password: string) => {
    const client = new pg.Client({
      host: database,
      port: POSTGRES_PORT,
      database: 'postgres',
      user,
      password,
    });
    await client.connect();
    await client.end();
  };
  for (const user of ['postgres', 'replicator', 'shop'])
    await expect(signIn(user, 'a guess')).rejects.toMatchObject({ code: '28P01' });
  await signIn('postgres', up.passwords.superuser);
});

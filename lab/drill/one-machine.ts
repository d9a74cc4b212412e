// Runs on a machine what compose.yaml runs there beside etcd and Patroni: HAProxy, PgBouncer and the shop, with the
// deployed files and ports.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Up } from './cluster.ts';
import { folderOf, give, variablesOf } from './database.ts';
import { readDeployed, readService } from './deployed.ts';
import { HOME, type Machine } from './places.ts';
import { run, saidLast, start } from './processes.ts';
import { ofShop } from './shops.ts';
import { until } from '../kit/until.ts';
import { untilUp } from '../../src/testing/process.ts';

/** How long the programs may take to start. The time is long, because other work may occupy the machine. */
const UP_WITHIN_S = 120;

/** The ports of a machine, by who may reach them: everybody, the machines, Prometheus, or nobody from outside. */
export const PORTS = {
  everybody: [443],
  machines: [2379, 2380, 3000, 5432, 8008],
  prometheus: [9464],
  nobody: [5000, 5001, 6432],
};

/** The shop's public address. */
export const frontOf = ({ database }: Machine): string => `https://${database}`;

/** Starts HAProxy, PgBouncer and the shop, and waits until the shop accepts requests. */
export async function startRest(machine: Machine, { settings, passwords }: Up): Promise<void> {
  const folder = folderOf(machine);
  const variables = {
    ...variablesOf(machine, 'database'),
    OWNER_PASSWORD: passwords.owner,
    APP_PASSWORD: new URL(settings.APP_DATABASE_URL).password,
    AUTH_SECRET: settings['AUTH_SECRET']!,
    PUBLIC_URL: frontOf(machine),
  };
  const service = (name: string) => readService(name, folder, variables);
  const ofTheShop = (name: string, words: string[]) =>
    ofShop(words, {
      ...service(name).environment,
      DATA_DIR: join(folder, 'data'),
      REQUIRE_VERIFIED_EMAIL: 'off',
    });
  for (const name of ['haproxy.cfg', 'pgbouncer.sh']) {
    writeFileSync(join(folder, name), readDeployed(name, folder));
    chmodSync(join(folder, name), 0o700);
    give(join(folder, name));
  }
  const certificate = ['cluster.crt', 'cluster.key'].map((name) =>
    readFileSync(join(HOME, 'cluster', name), 'utf8'),
  );
  writeFileSync(join(folder, 'shop.pem'), certificate.join(''));

  start(`balancer of ${machine.name}`, { machine, asPostgres: false, ...service('balancer') });
  start(`pooler of ${machine.name}`, { machine, ...service('pooler') });
  const migrating = { machine, ...ofTheShop('owner', ['src/server/shop.ts', 'migrate']) };
  // Retries as Docker does, until HAProxy has found the primary.
  await until('a migrated database', UP_WITHIN_S, () => run(migrating).catch(() => null));
  const name = `shop of ${machine.name}`;
  start(name, { machine, ...ofTheShop('shop', ['src/server/main.ts']) });
  await untilUp(`http://${machine.database}:3000`).catch((error: Error) => {
    throw new Error(`${error.message}\n${saidLast(name)}`);
  });
}

// Starts and removes the whole cluster: three machines, the proxies in front of them, and three processes of the shop.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { appUrlOf, APP_ROLE } from '../../src/server/database/app-role.ts';
import {
  configure,
  makeCertificate,
  type Passwords,
  startEtcd,
  startPatroni,
  untilWhole,
} from './database.ts';
import { configureFront, startBalancer, startPooler, untilFront } from './front.ts';
import { makeMachines, removeMachines } from './machines.ts';
import { FRONT, HOME, MACHINES, POOLER_PORT, PRIMARY_PORT, SHOP_PORTS } from './places.ts';
import { endAll } from './processes.ts';
import { migrate, startShop } from './shops.ts';

const NAME = 'shop';

/**
 * The settings of each process of the shop. The shop's requests go through the pooler; the owner's work goes directly
 * to Postgres.
 */
export type Settings = Record<'DATABASE_URL' | 'APP_DATABASE_URL', string> & Record<string, string>;

export type Up = { settings: Settings; passwords: Passwords };

/**
 * Starts three machines with a primary, a synchronous standby and a replica, and creates an empty database for the shop
 * behind one address.
 */
export async function bringUp(): Promise<Up> {
  if (existsSync(HOME))
    throw new Error(`A drill is up already, or its remains: npm run drill -- down`);
  const secret = () => randomBytes(24).toString('hex');
  const passwords = {
    superuser: secret(),
    replication: secret(),
    patroni: secret(),
    owner: secret(),
  };
  mkdirSync(HOME);
  // Postgres's user must be able to enter the folder.
  chmodSync(HOME, 0o711);
  makeMachines();
  makeCertificate(HOME);
  for (const machine of MACHINES) configure(machine);
  for (const machine of MACHINES) startEtcd(machine);
  for (const machine of MACHINES) startPatroni(machine, passwords);

  const owner = `postgres://${NAME}:${passwords.owner}@127.0.0.1:${PRIMARY_PORT}/${NAME}`;
  const app = new URL(appUrlOf(owner));
  configureFront({ user: APP_ROLE, password: app.password });
  startBalancer();
  startPooler();
  await untilWhole();
  app.port = String(POOLER_PORT);
  const settings = {
    DATABASE_URL: owner,
    APP_DATABASE_URL: app.href,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    PUBLIC_URL: FRONT,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  return { settings, passwords };
}

/** Migrates the database, then starts the three processes concurrently. */
export async function openShops(settings: Settings): Promise<void> {
  await migrate(settings);
  await Promise.all(SHOP_PORTS.slice(0, 3).map((port) => startShop(port, settings)));
  await untilFront();
}

/** Ends every process that was started, and removes everything that was created. */
export async function takeDown(): Promise<void> {
  await removeMachines();
  await endAll();
  rmSync(HOME, { recursive: true, force: true });
}

// The proxies in front of the database and the shop. HAProxy asks Patroni and the shop where to send connections.
// PgBouncer gives each connection of the shop its own session.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { give } from './database.ts';
import {
  FRONT,
  FRONT_PORT,
  HOME,
  MACHINES,
  PATRONI_PORT,
  POOLER_PORT,
  POSTGRES_PORT,
  PRIMARY_PORT,
  SHOP_PORTS,
} from './places.ts';
import { end, pidOf, start, tell } from './processes.ts';
import { until } from '../kit/until.ts';

const FOLDER = join(HOME, 'front');
const [BALANCER, POOLER] = ['haproxy', 'pgbouncer'];
const UP_WITHIN_S = 20;
/** How long old processes may take to end. It is longer than `hard-stop-after`. */
const OLD_END_WITHIN_S = 30;

const BALANCING = `
global
  # After a reload connections from before go on for so long: what looks after them no more would miss a failover.
  hard-stop-after 10s
  # And idle ones are not closed all at once, just when somebody may be about to ask over them.
  close-spread-time 5s

defaults
  timeout connect 2s
  timeout client 60s
  timeout server 60s

listen database
  mode tcp
  bind 127.0.0.1:${PRIMARY_PORT}
  timeout client 1h
  timeout server 1h
  timeout check 2s
  option httpchk GET /primary
  http-check expect status 200
  # Whoever finds no primary asks again by themselves. Held here, with a second between tries, they would wait for the one of before.
  retries 0
  default-server check port ${PATRONI_PORT} inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${MACHINES.map(({ name, database }) => `  server ${name} ${database}:${POSTGRES_PORT}`).join('\n')}

frontend shop
  mode http
  bind 127.0.0.1:${FRONT_PORT}
  http-request set-header x-request-id %[uuid()]
  option forwardfor
  # Without a database no process is ready, and each still shows its pages and says "later" by itself (choice 462).
  use_backend awake if { nbsrv(ready) eq 0 }
  default_backend ready
${backend('ready', '/readyz')}
${backend('awake', '/healthz')}
`;

/**
 * The settings of a backend. The balancer retries a failed request only if a repetition can't take effect twice,
 * which is true of readings and of requests with an idempotency key.
 */
function backend(name: string, check: string): string {
  return `
backend ${name}
  mode http
  option httpchk GET ${check}
  http-check expect status 200
  retries 3
  retry-on conn-failure empty-response
  http-request disable-l7-retry unless METH_GET or { req.hdr(idempotency-key) -m found }
  option redispatch 1
  default-server check inter 1s fall 2 rise 1
${SHOP_PORTS.map((port) => `  server shop-${port} 127.0.0.1:${port}`).join('\n')}`;
}

export function configureFront(login: { user: string; password: string }): void {
  mkdirSync(FOLDER, { mode: 0o700 });
  give(FOLDER);
  write('haproxy.cfg', BALANCING);
  write('users', `"${login.user}" "${login.password}"\n`);
  write(
    'pgbouncer.ini',
    [
      '[databases]',
      `* = host=127.0.0.1 port=${PRIMARY_PORT}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${POOLER_PORT}`,
      'unix_socket_dir =',
      'auth_type = scram-sha-256',
      `auth_file = ${join(FOLDER, 'users')}`,
      'pool_mode = session',
      // Twenty connections for each process of the shop, for old and new processes together.
      `default_pool_size = ${20 * SHOP_PORTS.length}`,
      'max_client_conn = 400',
      // After a refused sign-in, PgBouncer would by default wait 15 s. A failover may take less than that.
      'server_login_retry = 0.2',
      'server_connect_timeout = 3',
      'query_wait_timeout = 10',
      '',
    ].join('\n'),
  );
}

export function startBalancer(): void {
  start(BALANCER, { command: ['haproxy', '-W', '-f', join(FOLDER, 'haproxy.cfg')] });
}

export function startPooler(): void {
  start(POOLER, { command: ['pgbouncer', join(FOLDER, 'pgbouncer.ini')] });
}

/**
 * Makes the balancer reload its settings, as after a change. The ports stay open, and the old processes finish their
 * connections.
 */
export async function reloadBalancer(): Promise<void> {
  const master = pidOf(BALANCER)!;
  const before = childrenOf(master);
  tell(master, 'SIGUSR2');
  await until('the end of the balancer’s processes of before', OLD_END_WITHIN_S, () => {
    const now = childrenOf(master);
    return before.every((pid) => !now.includes(pid));
  });
}

function childrenOf(pid: number): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
}

export async function restartPooler(): Promise<void> {
  await end(POOLER, 'SIGTERM');
  startPooler();
}

/** Waits until the balancer reaches a shop that is ready. */
export async function untilFront(): Promise<void> {
  await until('a shop behind the balancer', UP_WITHIN_S, async () => {
    const said = await fetch(`${FRONT}/readyz`).catch(() => null);
    return said?.status === 200;
  });
}

function write(name: string, text: string): void {
  const path = join(FOLDER, name);
  writeFileSync(path, text, { mode: 0o600 });
  give(path);
}

// Loads servers in turn and measures the number of responses, their latency, and what they cost the server and
// Postgres.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';

/** A server under load, and its database. The processor time of the database's own processes is measured too. */
export type Side = {
  name: string;
  /** The port to send requests to: the server's own port, or the port of its proxy. */
  port: number;
  pid: number;
  database: string;
  /** The certificate to trust, if requests use TLS. */
  certificate?: string;
  /**
   * Whether the side's process is frozen while other sides are measured. If so, its unfinished work does not disturb
   * the other sides, and makes no progress in that time (choice 752).
   */
  isStopped?: boolean;
};

export type Asking = {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  token?: string;
  /** Whether to accept a compressed response, which has fewer bytes, as a browser does. */
  isCompressed?: boolean;
};

/** The next request of a client. Null if there is nothing left to request. */
export type Next = (client: number) => Asking | null;

/** A purchase of one pack, with credits. */
export function purchaseOf(packId: string, token: string): Asking {
  return {
    method: 'POST',
    path: '/api/payments/purchase-with-balance',
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
    token,
  };
}

/** A purchase of a single, with credits. */
export function singlePurchaseOf(singleId: string, token: string): Asking {
  return {
    method: 'POST',
    path: '/api/payments/purchase-with-balance',
    body: { packs: [], singles: [singleId], paymentMethod: 'balance' },
    token,
  };
}

/** Limits `next` to `count` requests for all clients together. */
export function times(count: number, next: Next): Next {
  let left = count;
  return (client) => ((left -= 1) < 0 ? null : next(client));
}

export type Figures = {
  requests: number;
  ms: number;
  serverCpuMs: number;
  postgresCpuMs: number;
  latencies: number[];
};

export function none(): Figures {
  return { requests: 0, ms: 0, serverCpuMs: 0, postgresCpuMs: 0, latencies: [] };
}

export function add(sum: Figures, one: Figures): void {
  sum.requests += one.requests;
  sum.ms += one.ms;
  sum.serverCpuMs += one.serverCpuMs;
  sum.postgresCpuMs += one.postgresCpuMs;
  sum.latencies.push(...one.latencies);
}

/** Lets each client send one request after the other, for `forMs` or until `next` returns null. */
export async function load(
  side: Side,
  clients: number,
  forMs: number,
  next: Next,
): Promise<Figures> {
  if (side.isStopped) process.kill(side.pid, 'SIGCONT');
  const agent = agentOf(side, clients);
  const latencies: number[] = [];
  const serverBefore = cpuMsOf(side.pid);
  const postgresBefore = backendsCpuMsOf(side.database);
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_none, client) => {
      while (performance.now() - startedAt < forMs) {
        const asking = next(client);
        if (asking === null) return;
        const askedAt = performance.now();
        await send(side, agent, asking);
        latencies.push(performance.now() - askedAt);
      }
    }),
  );
  const ms = performance.now() - startedAt;
  if (side.isStopped) process.kill(side.pid, 'SIGSTOP');
  agent.destroy();
  return {
    requests: latencies.length,
    ms,
    serverCpuMs: cpuMsOf(side.pid) - serverBefore,
    postgresCpuMs: spentSince(postgresBefore, backendsCpuMsOf(side.database)),
    latencies,
  };
}

/** The persistent connections of this many clients. */
export function agentOf({ certificate }: Side, clients: number): http.Agent {
  const agentOptions = { keepAlive: true, maxSockets: clients };
  return certificate === undefined
    ? new http.Agent(agentOptions)
    : new https.Agent({ ...agentOptions, ca: certificate, servername: 'localhost' });
}

/** Sends one request, and returns the number of bytes of its response. Throws on any status but 200. */
export function send(
  { name, port, certificate }: Side,
  agent: http.Agent,
  { method, path, body, token, isCompressed = false }: Asking,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(isCompressed && { 'accept-encoding': 'gzip, deflate, br' }),
    };
    const { request } = certificate === undefined ? http : https;
    const outgoing = request(
      { agent, host: '127.0.0.1', port, method, path, headers },
      (response) => {
        let bytes = 0;
        response.on('data', (part: Buffer) => {
          bytes += part.length;
        });
        response.on('end', () => {
          if (response.statusCode === 200) resolve(bytes);
          else reject(new Error(`${name} answered ${response.statusCode} to ${method} ${path}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** The peak memory of a process, in MB. */
export function memoryPeakMbOf(pid: number): number {
  const [, kb = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

// The kernel counts user and system time in steps of 10 ms.
function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** CPU time of each back-end of a database, by process id. Empty if the database is on another machine. */
export function backendsCpuMsOf(database: string): Map<string, number> {
  const spent = new Map<string, number>();
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      if (title.startsWith('postgres: ') && title.includes(` ${database} `))
        spent.set(pid, cpuMsOf(Number(pid)));
    } catch {
      // The back-end ended after the list of processes was read.
    }
  }
  return spent;
}

/**
 * Leaves out a back-end that ended between the two counts. It had no work, because a pool closes only idle
 * connections.
 */
function spentSince(before: Map<string, number>, after: Map<string, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Context } from '../runtime/context.ts';
import { collectMetrics } from './collect.ts';
import type { Timings } from './timings.ts';

export type MetricsServer = { port: number; close: () => Promise<void> };

/**
 * Longer than the time between two scrapes. Otherwise a scrape could arrive while the server closes
 * its connection, and fail.
 */
const KEEP_ALIVE_MS = 120_000;

/**
 * Serves `/metrics` on a separate port, to every client that can reach the port. No proxy may
 * expose it to the public.
 */
export async function serveMetrics(
  context: Context,
  pool: pg.Pool,
  { port, host, timings }: { port: number; host: string; timings: Timings },
): Promise<MetricsServer> {
  const metrics = collectMetrics(context, pool, timings);
  const server: Server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        context.log.error({ event: 'metrics_failed', err: error }, 'Could not collect metrics');
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      metrics.stop();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

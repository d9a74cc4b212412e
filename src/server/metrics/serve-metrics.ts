import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Context } from '../runtime/context.ts';
import type { Metrics } from './collect.ts';

export type MetricsServer = { port: number; close: () => Promise<void> };

/**
 * This is longer than the time between two scrapes. Otherwise a scrape could arrive while the server closes its
 * connection, and fail.
 */
const KEEP_ALIVE_MS = 120_000;

/**
 * Serves `/metrics` on a separate port, to every client that can reach that port. No proxy may expose the port to the
 * public.
 */
export async function serveMetrics(
  { log }: Pick<Context, 'log'>,
  metrics: Metrics,
  { port, host }: { port: number; host: string },
): Promise<MetricsServer> {
  const server: Server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (request.url !== '/metrics' || request.method !== 'GET') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
      (error: unknown) => {
        log.error(
          { event: 'metrics_failed', err: error },
          'Could not collect metrics: responded 500 to the scrape',
        );
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

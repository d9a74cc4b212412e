// A receiver of webhooks, for tests. It verifies each message by the library of the specification, and remembers it.
import { readFileSync } from 'node:fs';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { CertificateFiles } from './start-mail-sink.ts';

export type Received = {
  /** The webhook-id. */
  id: string;
  type: string;
  data: Record<string, unknown>;
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
};

export type Receiver = {
  url: string;
  /** The messages with a right signature, in their order, as often as they came. */
  received: Received[];
  /** The types of those messages, in their order. */
  types: () => string[];
  /** How many requests had no right signature. */
  forged: number;
  secret: string | null;
  /** What it says to a request. By default 200. */
  respond: (received: Received, response: ServerResponse) => void;
  close: () => Promise<void>;
};

/**
 * Starts a receiver on this machine. Without a `secret` it believes everything. `files`: a certificate for https.
 */
export async function startReceiver({
  port = 0,
  files,
}: { port?: number; files?: CertificateFiles } = {}): Promise<Receiver> {
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      const { headers, url: path = '' } = request;
      try {
        if (receiver.secret !== null)
          new Webhook(receiver.secret).verify(body, headers as Record<string, string>);
      } catch {
        receiver.forged += 1;
        response.writeHead(401).end();
        return;
      }
      const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>;
      const received = { id: String(headers['webhook-id']), type, data, headers, body, path };
      receiver.received.push(received);
      receiver.respond(received, response);
    });
  };
  const server =
    files === undefined
      ? createServer(listener)
      : createTlsServer(
          { cert: readFileSync(files.certificate), key: readFileSync(files.key) },
          listener,
        );
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: Receiver = {
    url: `${files === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received: [],
    types: () => receiver.received.map(({ type }) => type),
    forged: 0,
    secret: null,
    respond: (_received, response) => void response.end('thanks'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

// Plays EasyPost for tests. A local server gives the answers printed in EasyPost's documentation, and records the
// requests.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { BOUGHT, CREATED } from './easypost-responses.ts';

/** The path below which the server has pictures of labels. */
export const PICTURES = '/pictures/';

type Asked = { method: string; path: string; authorization: string; body: unknown };

export type EasyPostForTests = {
  apiBase: string;
  asked: Asked[];
  /** Sets what the server answers to the next request. */
  respondNext: (status: number, body: unknown) => void;
  /** Forgets all purchases. */
  forget: () => void;
  close: () => void;
};

export async function startEasyPost(): Promise<EasyPostForTests> {
  const asked: Asked[] = [];
  const bought = new Set<string>();
  let next: { status: number; body: unknown } | null = null;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const body: unknown = method === 'POST' ? await json(request) : null;
    asked.push({ method, path, authorization: headers.authorization ?? '', body });
    const [, id = ''] = /^\/v2\/shipments\/([^/]+)/.exec(path) ?? [];
    if (path.startsWith(PICTURES)) {
      response.writeHead(200, { 'content-type': 'image/png' }).end('a label');
      return;
    }
    if (path.endsWith('/buy') && next === null) bought.add(id);
    const made = { ...(bought.has(id) ? BOUGHT : CREATED), id: id || `shp_${randomUUID()}` };
    const { status, body: said } = next ?? { status: 200, body: made };
    next = null;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    respondNext: (status, body) => (next = { status, body }),
    forget: () => bought.clear(),
    close: () => server.close(),
  };
}

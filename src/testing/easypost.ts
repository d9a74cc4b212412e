// EasyPost for tests: a local server that gives the answers printed in EasyPost's documentation, and records the
// requests.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { BOUGHT, CREATED } from './easypost-answers.ts';

type Asked = { method: string; path: string; authorization: string; body: unknown };

export type EasyPostForTests = {
  apiBase: string;
  asked: Asked[];
  /** Replaces the next answer. */
  answerNext: (status: number, body: unknown) => void;
  /** Forgets all purchases. */
  forget: () => void;
  close: () => void;
};

export async function startEasyPost(): Promise<EasyPostForTests> {
  const asked: Asked[] = [];
  const bought = new Set<string>();
  let next: { status: number; body: unknown } | null = null;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const body: unknown = method === 'POST' ? await json(request) : null;
    asked.push({ method, path, authorization: headers.authorization ?? '', body });
    const [, id = ''] = /^\/v2\/shipments\/([^/]+)/.exec(path) ?? [];
    if (path.endsWith('/buy') && next === null) bought.add(id);
    const { status, body: said } = next ?? { status: 200, body: bought.has(id) ? BOUGHT : CREATED };
    next = null;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    answerNext: (status, body) => (next = { status, body }),
    forget: () => bought.clear(),
    close: () => server.close(),
  };
}

// Makes one HTTP call to a receiver of webhooks. Never called inside a transaction.
import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';
import type { BlockList } from 'node:net';
import { checkedAddresses, pinnedTo, type Resolve } from './addresses.ts';

/** A receiver has this long for all of its answer. */
const CALL_MS = 10_000;
/** As much of an answer is read. */
const RESPONSE_BYTES_MAX = 4_096;
/** As many provisional answers (1xx) may come before the answer. */
const INFORMATION_MAX = 10;
/** As much of an answer is stored. */
const RESPONSE_LENGTH_MAX = 1_000;

/** The answer of a receiver, or why there was none. Redirects are answers: they are not followed. */
export type Called =
  | { status: number; response: string; problem: null }
  | { status: null; response: null; problem: string };

// Each call has a connection of its own, to an address that was checked for it.
const agents = {
  'http:': new http.Agent({ keepAlive: false }),
  'https:': new https.Agent({ keepAlive: false }),
};

type CallOptions = {
  /** Private networks that may be called. */
  networks: BlockList;
  /** Resolves names, by default with the name servers of this machine. */
  resolve?: Resolve;
  signal: AbortSignal;
  timeoutMs?: number;
};

/**
 * Sends a body, and returns the answer. `signal`: ends the call because the shop stops; then this throws. A call to an
 * address that is not allowed is not made.
 */
export async function callReceiver(
  { url, headers, body }: { url: string; headers: Record<string, string>; body: string },
  { networks, resolve, signal, timeoutMs = CALL_MS }: CallOptions,
): Promise<Called> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const target = new URL(url);
    const ends = AbortSignal.any([signal, timeout]);
    const addresses = await before(ends, checkedAddresses(target.hostname, networks, resolve));
    const response = await send(target, headers, body, {
      lookup: pinnedTo(addresses),
      signal: ends,
    });
    return { status: response.statusCode!, response: await beginningOf(response), problem: null };
  } catch (error) {
    signal.throwIfAborted();
    const problem = timeout.aborted
      ? `No answer within ${timeoutMs / 1000} seconds`
      : problemOf(error);
    return { status: null, response: null, problem };
  }
}

/** Returns the result of work that can't be cut off, or throws when `ends` does. */
async function before<Result>(ends: AbortSignal, work: Promise<Result>): Promise<Result> {
  ends.throwIfAborted();
  const ended = once(ends, 'abort').then(() => Promise.reject(ends.reason as Error));
  return Promise.race([work, ended]);
}

function send(
  target: URL,
  headers: Record<string, string>,
  body: string,
  options: Pick<https.RequestOptions, 'lookup' | 'signal'>,
): Promise<http.IncomingMessage> {
  const protocol = target.protocol as keyof typeof agents;
  const { request } = protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(
      target,
      {
        ...options,
        agent: agents[protocol],
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      resolve,
    );
    sent.on('error', reject);
    // A receiver that wants to go on in another protocol gives no response. Node then closes the connection without a
    // word, unless somebody listens.
    sent.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('It answered 101, in another protocol'));
    });
    // Each of these is small, and nothing else limits how many come.
    let informed = 0;
    sent.on('information', () => {
      informed += 1;
      if (informed > INFORMATION_MAX) sent.destroy(new Error('It answered 1xx without end'));
    });
    sent.end(body);
  });
}

/** Reads the beginning of an answer, and drops the rest with its connection. */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    // Leaving the loop destroys the connection.
    if (bytes >= RESPONSE_BYTES_MAX) break;
  }
  const text = Buffer.concat(parts).subarray(0, RESPONSE_BYTES_MAX).toString('utf8');
  // Postgres stores no character 0.
  return text.replaceAll('\0', '').slice(0, RESPONSE_LENGTH_MAX);
}

function problemOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code === undefined || message.includes(code) ? message : `${code}: ${message}`).slice(
    0,
    300,
  );
}

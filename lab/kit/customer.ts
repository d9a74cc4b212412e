// Customers that act like browsers. If no response comes, or if a response says "later", they send the request again
// with the same key until they know the result.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inParallel } from '../../src/testing/crowd.ts';
import type { Person } from './world.ts';

export type ShopResponse<Data = unknown> = {
  /** The HTTP status. 0 if the connection broke before a response came. */
  status: number;
  /** The error code of a refusal. */
  code: string | null;
  data: Data;
  text: string;
  ms: number;
};

export type Request = { method: string; path: string; body?: object; key?: string };

/** A successful request and the text of its response. The request can be sent again, and the two texts compared. */
export type Completed = {
  person: Person;
  request: Request;
  text: string;
  at: number;
  openingIds: string[];
};

/** All responses that a test's customers got. */
export class Responses {
  readonly #counts = new Map<number, number>();
  /** Milliseconds that each response took. */
  readonly times: number[] = [];
  /** Responses that no customer should ever see, with their texts. */
  readonly faults: string[] = [];
  /** The time of each confirmed purchase. */
  readonly soldAt: number[] = [];
  /** The number of responses that a proxy gave because a process of the shop had died or was missing. */
  notTheShop = 0;

  note(request: Request, reply: ShopResponse, retryAfter: string | null): void {
    this.#counts.set(reply.status, this.countOf(reply.status) + 1);
    if (reply.status !== 0) this.times.push(reply.ms);
    const saysLater = reply.status === 503 && Number(retryAfter) >= 1;
    if (reply.status >= 500 && !saysLater)
      this.faults.push(`${request.method} ${request.path}: ${reply.status} ${reply.text}`);
    if (reply.status === 0 && reply.text.includes(NOT_THE_SHOP)) this.notTheShop += 1;
    if (reply.status === 200 && request.path === PURCHASE) this.sold();
  }

  sold(): void {
    this.soldAt.push(performance.now());
  }

  countOf(status: number): number {
    return this.#counts.get(status) ?? 0;
  }

  /** Waits until this many more requests got the status. */
  async untilMore(many: number, status = 200): Promise<void> {
    const enough = this.countOf(status) + many;
    while (this.countOf(status) < enough) await wait(5);
  }
}

const PURCHASE = '/payments/purchase-with-balance';

/** A purchase of packs of one type, with credits. */
export function purchaseOf(packId: string, quantity = 1) {
  const body = { packs: [{ packId, quantity }], paymentMethod: 'balance' };
  return { method: 'POST', path: PURCHASE, body };
}

/** The beginning of the error for a response that came from something in front of the shop. */
const NOT_THE_SHOP = 'Not the shop';

// How long to wait for a response. The time is longer than any response takes, so after it the request counts as lost.
const WAIT_MS = 45_000;

/** Sends a request once. */
export async function ask<Data = unknown>(
  address: string,
  person: Person | null,
  request: Request,
  responses?: Responses,
): Promise<ShopResponse<Data>> {
  const startedAt = performance.now();
  let reply: ShopResponse<Data>;
  let retryAfter: string | null = null;
  try {
    const response = await fetch(`${address}/api${request.path}`, {
      method: request.method,
      headers: {
        ...(person === null ? {} : { authorization: `Bearer ${person.token}` }),
        ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    const text = await response.text();
    if (response.headers.get('content-type')?.startsWith('application/json') !== true)
      throw new Error(`${NOT_THE_SHOP}: ${response.status} ${text}`);
    const body = JSON.parse(text) as { data?: Data; error?: { code: string } };
    retryAfter = response.headers.get('retry-after');
    reply = {
      status: response.status,
      code: body.error?.code ?? null,
      data: body.data as Data,
      text,
      ms: performance.now() - startedAt,
    };
  } catch (error) {
    reply = {
      status: 0,
      code: null,
      data: undefined as Data,
      text: String(error),
      ms: performance.now() - startedAt,
    };
  }
  responses?.note(request, reply, retryAfter);
  return reply;
}

/**
 * The pause before the next try. It is one second, as the response "later" demands, so that clients don't all retry at
 * once.
 */
const PAUSE_MS = 1_000;

/** Sends a request until a response other than "later" comes, which decides the request. All tries share one key. */
export async function decide<Data = unknown>(
  address: string,
  person: Person,
  asked: Request,
  responses?: Responses,
): Promise<ShopResponse<Data> & { request: Request }> {
  const request = { key: randomUUID(), ...asked };
  for (;;) {
    const reply = await ask<Data>(address, person, request, responses);
    if (reply.status !== 0 && reply.status < 500) return { ...reply, request };
    await wait(PAUSE_MS * (0.5 + Math.random()));
  }
}

/** Sends these requests again, and counts the responses that now differ. */
export async function countLost(address: () => string, completed: Completed[]): Promise<number> {
  const same = await inParallel(completed, 8, async ({ person, request, text }) => {
    const again = await decide(address(), person, request);
    return again.text === text;
  });
  return same.filter((isSame) => !isSame).length;
}

/** Runs `work` until `story` ends. If one of them fails, the other ends at once. Returns the results of both. */
export async function during<Work, Story>(
  work: (isOver: () => boolean) => Promise<Work>,
  story: () => Promise<Story>,
): Promise<[Work, Story]> {
  let isOver = false;
  const both = [work(() => isOver), story()] as const;
  await Promise.race(both).finally(() => (isOver = true));
  return Promise.all(both);
}

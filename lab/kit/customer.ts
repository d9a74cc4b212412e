// Customers that act like browsers. If no response comes, or one that says "later", they send the request again with
// the same key until they know the result.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inParallel } from '../../src/testing/crowd.ts';
import type { Person } from './world.ts';

export type Answer<Data = unknown> = {
  /** The HTTP status; 0: the connection broke before a response came. */
  status: number;
  /** The error code of a refusal. */
  code: string | null;
  data: Data;
  text: string;
  ms: number;
};

export type Request = { method: string; path: string; body?: object; key?: string };

/** A request that succeeded and the text of its response, so that it can be sent again and compared. */
export type Answered = {
  person: Person;
  request: Request;
  text: string;
  at: number;
  openingIds: string[];
};

/** All responses that a test's customers got. */
export class Answers {
  readonly #counts = new Map<number, number>();
  /** Milliseconds that each response took. */
  readonly times: number[] = [];
  /** Responses that no customer should ever see, with their texts. */
  readonly faults: string[] = [];
  /** The time of each confirmed purchase. */
  readonly soldAt: number[] = [];
  /** Responses that a proxy gave because a process of the shop died or was not there. */
  notTheShop = 0;

  note(request: Request, answer: Answer, retryAfter: string | null): void {
    this.#counts.set(answer.status, this.countOf(answer.status) + 1);
    if (answer.status !== 0) this.times.push(answer.ms);
    const saysLater = answer.status === 503 && Number(retryAfter) >= 1;
    if (answer.status >= 500 && !saysLater)
      this.faults.push(`${request.method} ${request.path}: ${answer.status} ${answer.text}`);
    if (answer.status === 0 && answer.text.includes(NOT_THE_SHOP)) this.notTheShop += 1;
    if (answer.status === 200 && request.path === PURCHASE) this.sold();
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

// How long to wait for a response: longer than any takes, so after this time the request was lost.
const WAIT_MS = 45_000;

/** Sends a request once. */
export async function ask<Data = unknown>(
  address: string,
  person: Person | null,
  request: Request,
  answers?: Answers,
): Promise<Answer<Data>> {
  const startedAt = performance.now();
  let answer: Answer<Data>;
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
    answer = {
      status: response.status,
      code: body.error?.code ?? null,
      data: body.data as Data,
      text,
      ms: performance.now() - startedAt,
    };
  } catch (error) {
    answer = {
      status: 0,
      code: null,
      data: undefined as Data,
      text: String(error),
      ms: performance.now() - startedAt,
    };
  }
  answers?.note(request, answer, retryAfter);
  return answer;
}

/**
 * The pause before the next try: one second, as the response "later" demands, so that clients don't all retry at once.
 */
const PAUSE_MS = 1_000;

/** Sends a request until it is decided, that is until a response comes that is not "later". All tries share one key. */
export async function decide<Data = unknown>(
  address: string,
  person: Person,
  asked: Request,
  answers?: Answers,
): Promise<Answer<Data> & { request: Request }> {
  const request = { key: randomUUID(), ...asked };
  for (;;) {
    const answer = await ask<Data>(address, person, request, answers);
    if (answer.status !== 0 && answer.status < 500) return { ...answer, request };
    await wait(PAUSE_MS * (0.5 + Math.random()));
  }
}

/** Sends these requests again, and counts the responses that now differ. */
export async function countLost(address: () => string, answered: Answered[]): Promise<number> {
  const same = await inParallel(answered, 8, async ({ person, request, text }) => {
    const again = await decide(address(), person, request);
    return again.text === text;
  });
  return same.filter((isSame) => !isSame).length;
}

/**
 * Runs `work` until `story` ends. If either fails, the other ends at once. Returns the results of both.
 */
export async function during<Work, Story>(
  work: (isOver: () => boolean) => Promise<Work>,
  story: () => Promise<Story>,
): Promise<[Work, Story]> {
  let isOver = false;
  const both = [work(() => isOver), story()] as const;
  await Promise.race(both).finally(() => (isOver = true));
  return Promise.all(both);
}

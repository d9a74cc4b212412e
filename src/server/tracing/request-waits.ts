// Measures how long a request waits for the database and for other servers (card provider, carrier, taxes). All work
// for one request shares one record, even inside a batched transaction.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Adds up the time during which at least one call was outstanding. */
class Waiting {
  #outstanding = 0;
  #since = 0;
  #ms = 0;

  begin(): void {
    if (this.#outstanding === 0) this.#since = performance.now();
    this.#outstanding += 1;
  }

  end(): void {
    this.#outstanding -= 1;
    if (this.#outstanding === 0) this.#ms += performance.now() - this.#since;
  }

  get ms(): number {
    return this.#outstanding === 0 ? this.#ms : this.#ms + performance.now() - this.#since;
  }
}

export type RequestWaits = { database: Waiting; elsewhere: Waiting };

const underWay = new AsyncLocalStorage<RequestWaits>();

/** Runs `run` for a request, and records the request's waits in `waits`. */
export function recordingWaits<Result>(waits: RequestWaits, run: () => Result): Result {
  return underWay.run(waits, run);
}

export function newWaits(): RequestWaits {
  return { database: new Waiting(), elsewhere: new Waiting() };
}

/** Returns the record of the current request's database waits, or undefined outside of a recorded request. */
export function databaseWaits(): Waiting | undefined {
  return underWay.getStore()?.database;
}

/** Runs `ask`, which calls another server, and records the wait for that server. */
export async function elsewhere<Result>(ask: () => Promise<Result>): Promise<Result> {
  const waiting = underWay.getStore()?.elsewhere;
  if (waiting === undefined) return ask();
  waiting.begin();
  try {
    return await ask();
  } finally {
    waiting.end();
  }
}

// Lets other code watch the statements of a pool. Traces use this, and so does the measurement of how long a request
// waits for the database.
import type pg from 'pg';

/**
 * Runs `run`, which sends the named statement and awaits its answer. A watch must call `run` at once, because the
 * statement belongs to this turn of the event loop.
 */
export type Watch = <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;

const watch = Symbol('watches the statements');

type Watched = (pg.Pool | pg.ClientBase) & { [watch]?: Watch };

/** Makes `given` watch the statements of a pool, or those of one connection of a pool. */
export function watchStatements(client: Watched, given: Watch): void {
  client[watch] = given;
}

/** Calls `run` under the watch of `client`. If `client` has no watch, only calls `run`. */
export function watched<Result>(
  client: Watched,
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const given = client[watch];
  return given === undefined ? run() : given(name, run);
}

// The port to whoever watches the statements of a pool: traces, or the time that a request waits for the database.
import type pg from 'pg';

/** Does `run`, which asks a statement of that name and waits for its answer. `run` has to be called at once: it asks in this turn. */
export type Watch = <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;

const watch = Symbol('watches the statements');

type Watched = (pg.Pool | pg.ClientBase) & { [watch]?: Watch };

/** Has `given` watch the statements of a pool, or of one of its connections. */
export function watchStatements(client: Watched, given: Watch): void {
  client[watch] = given;
}

/** Asks by `run`, before the eyes of whoever watches `client`. */
export function watched<Result>(
  client: Watched,
  name: string,
  run: () => Promise<Result>,
): Promise<Result> {
  const given = client[watch];
  return given === undefined ? run() : given(name, run);
}

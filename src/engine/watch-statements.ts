// The port to whoever watches statements: traces, or the time that a request waits for the database. Without one they are just asked.

/** Does `run`, which asks a statement of that name and waits for its answer. `run` has to be called at once: it asks in this turn. */
export type Watch = <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;

let watch: Watch = (_name, run) => run();

/** One watch for the process. */
export function watchStatements(given: Watch): void {
  watch = given;
}

export function watched<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return watch(name, run);
}

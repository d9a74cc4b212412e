// The port to a tracer: an OpenTelemetry collector, if one is configured. Implemented by
// `start-tracing.ts`; without it the work runs untraced.

export type Work = {
  /** A short name from a small set: a route's pattern, a statement's name. */
  name: string;
  /** A request to us, a request by us, a job from the queue, or a part of our work. */
  kind: 'server' | 'client' | 'consumer' | 'part';
  /** Never what a user typed, and no secret. More may be added until the work ends. */
  attributes: Record<string, string | number>;
  /** The trace that it continues (W3C `traceparent`); omitted: the current one. */
  trace?: string | undefined;
};

export type Tracer = {
  follow: <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>;
  /** The `traceparent` of the current work. */
  current: () => string | undefined;
};

let tracer: Tracer | null = null;

/** Sets the one tracer of the process; null: removes it. */
export function setTracer(given: Tracer | null): void {
  tracer = given;
}

/** Whether a tracer is set. */
export function isFollowed(): boolean {
  return tracer !== null;
}

/** Runs `run` as a part of its trace. Rethrows its errors. */
export function traced<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return tracer === null ? run() : tracer.follow(work, run);
}

/** What a job carries to belong to the trace that enqueued it; undefined: no tracer is set. */
export function currentTrace(): string | undefined {
  return tracer?.current();
}

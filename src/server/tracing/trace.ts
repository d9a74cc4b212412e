// The port to a tracer. `start-tracing.ts` implements it for an OpenTelemetry collector. Without a
// collector, work runs untraced.

export type Work = {
  /** A short name from a small set, such as a route's pattern or a statement's name. */
  name: string;
  /**
   * `server`: a request to the shop. `client`: a request by the shop. `consumer`: a job from the
   * queue. `part`: a part of other work.
   */
  kind: 'server' | 'client' | 'consumer' | 'part';
  /** Must contain no user's input and no secret. Attributes may be added until the work ends. */
  attributes: Record<string, string | number>;
  /** The W3C `traceparent` of the trace to continue. Default: the current trace. */
  trace?: string | undefined;
};

export type Tracer = {
  follow: <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>;
  /** The `traceparent` of the current work. */
  current: () => string | undefined;
};

let tracer: Tracer | null = null;

/** Sets the one tracer of the process. Null removes it. */
export function setTracer(given: Tracer | null): void {
  tracer = given;
}

/** Whether a tracer is set. */
export function isFollowed(): boolean {
  return tracer !== null;
}

/** Runs `run` as a part of the current trace. Rethrows its errors. */
export function traced<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return tracer === null ? run() : tracer.follow(work, run);
}

/** The trace to store in a job, so that the job continues it. Undefined if no tracer is set. */
export function currentTrace(): string | undefined {
  return tracer?.current();
}

// Defines the port to a tracer, which `start-tracing.ts` implements for an OpenTelemetry collector. If there is no
// collector, work runs untraced.

export type Work = {
  /** A short name from a small set, such as a route's pattern or a statement's name. */
  name: string;
  /**
   * Whose work it is. `server`: a request to the shop. `client`: a request by the shop. `consumer`: a job from the
   * queue. `part`: a part of other work.
   */
  kind: 'server' | 'client' | 'consumer' | 'part';
  /** The attributes must contain no user's input and no secret. They may be added until the work ends. */
  attributes: Record<string, string | number>;
  /** The W3C `traceparent` of the trace to continue. If omitted, the current trace continues. */
  trace?: string | undefined;
};

export type Tracer = {
  follow: <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>;
  /** Returns the `traceparent` of the current work. */
  current: () => string | undefined;
};

let tracer: Tracer | null = null;

/** Sets the only tracer of the process, or removes it if `given` is null. */
export function setTracer(given: Tracer | null): void {
  tracer = given;
}

/** Whether a tracer is set. */
export function isFollowed(): boolean {
  return tracer !== null;
}

/** Runs `run` as a part of the current trace, and rethrows its errors. */
export function traced<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return tracer === null ? run() : tracer.follow(work, run);
}

/** Returns the trace to store in a job, so that the job continues this trace. Returns undefined if no tracer is set. */
export function currentTrace(): string | undefined {
  return tracer?.current();
}

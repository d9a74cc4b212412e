// The port to whoever follows a piece of work through the shop: an OpenTelemetry collector, where one is
// named. Filled by `start-tracing.ts`; without it work is just done.

export type Work = {
  /** What is done, in few words of a small set: a route's pattern, a statement's name. */
  name: string;
  /** Asked of us, asked by us of somebody else, taken from the queue, or a part of what we do. */
  kind: 'server' | 'client' | 'consumer' | 'part';
  /** Never what somebody typed, and no secret. More may be added until the work ends. */
  attributes: Record<string, string | number>;
  /** The trace it goes on with (W3C `traceparent`); omitted: the one it happens in. */
  trace?: string | undefined;
};

export type Tracer = {
  follow: <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>;
  /** The `traceparent` of the work that is under way. */
  current: () => string | undefined;
};

let tracer: Tracer | null = null;

/** One tracer for the process; null: none any more. */
export function setTracer(given: Tracer | null): void {
  tracer = given;
}

/** Whether anybody follows. */
export function isFollowed(): boolean {
  return tracer !== null;
}

/** Does `run`, as a part of the trace it belongs to. What it throws is thrown on. */
export function traced<Result>(work: Work, run: () => Promise<Result>): Promise<Result> {
  return tracer === null ? run() : tracer.follow(work, run);
}

/** What a job carries so that it belongs to the trace that asked for it; undefined: nobody follows. */
export function currentTrace(): string | undefined {
  return tracer?.current();
}

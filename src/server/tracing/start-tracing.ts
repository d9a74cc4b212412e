// Sends traces to an OpenTelemetry collector over OTLP. The shop's code itself begins each span (a request, a
// statement, a job, a call to Stripe), so no library is patched.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { setTracer, type Work } from './trace.ts';

const KINDS: Record<Work['kind'], SpanKind> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  part: SpanKind.INTERNAL,
};

const TRACEPARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

export type Tracing = { stop: () => Promise<void> };

export type TracingOptions = {
  endpoint: string;
  serviceName: string;
  version: string;
  /** An id that distinguishes the processes of one service. */
  instance: string;
};

/**
 * Starts to send spans in batches and in the background. `endpoint`: the base address of the collector, such as
 * `http://collector:4318`. If the collector is down, only spans are lost.
 */
export function startTracing({
  endpoint,
  serviceName,
  version,
  instance,
}: TracingOptions): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': version,
      'service.instance.id': instance,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const spans = provider.getTracer('felt-and-foil');
  const underWay = new AsyncLocalStorage<Context>();
  setTracer({
    follow: async (work, run) => {
      const around = contextOf(work.trace) ?? underWay.getStore() ?? ROOT_CONTEXT;
      const span = spans.startSpan(work.name, { kind: KINDS[work.kind] }, around);
      try {
        return await underWay.run(trace.setSpan(around, span), run);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        // The span gets only the error's name, because the error's message may quote a user's input.
        span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        end(span, work);
      }
    },
    current: () => {
      const context = underWay.getStore();
      const span = context && trace.getSpanContext(context);
      return span && `00-${span.traceId}-${span.spanId}-${hex(span.traceFlags)}`;
    },
  });
  return {
    stop: async () => {
      setTracer(null);
      await provider.shutdown();
    },
  };
}

function end(span: Span, work: Work): void {
  span.setAttributes(work.attributes);
  const status = work.attributes['http.response.status_code'];
  if (typeof status === 'number' && status >= 500) {
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Returns the context of a `traceparent`, or null if it is not valid. */
function contextOf(traceparent: string | undefined): Context | null {
  const parts = TRACEPARENT.exec(traceparent ?? '');
  if (parts === null) return null;
  const [, traceId = '', spanId = '', flags = ''] = parts;
  const traceFlags = Number.parseInt(flags, 16) & TraceFlags.SAMPLED;
  const spanContext = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(spanContext) ? trace.setSpanContext(ROOT_CONTEXT, spanContext) : null;
}

function hex(flags: TraceFlags): string {
  return flags.toString(16).padStart(2, '0');
}

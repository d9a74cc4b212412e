// Measures how much memory a process of the shop uses.
import { expect } from 'vitest';

/** The first minutes are not judged, because in these minutes caches fill and code is compiled. */
export const WARM_UP_MINUTES = 2;
export const SAMPLE_EVERY_MS = 2_000;
/** The most by which the heap may grow, in MB a minute. */
export const GROWTH_MOST = 5;

/** The number of bytes in use on the JavaScript heap, from the shop's own metrics. */
export async function heapOf(metricsPort: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const found = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(text);
  expect(found, 'the heap is among the metrics').not.toBeNull();
  return Number(found![1]);
}

/** The slope of evenly spaced values, by least squares. 0 for a single value. */
export function slopeOf(values: number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  const spread = values.reduce((total, _value, at) => total + (at - middle) ** 2, 0);
  const rise = values.reduce((total, value, at) => total + (at - middle) * (value - mean), 0);
  return spread === 0 ? 0 : rise / spread;
}

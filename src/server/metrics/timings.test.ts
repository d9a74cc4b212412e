// Tests the counts of statements and endpoints with events that the test makes up.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { purchasePack } from '#contract/checkout.ts';
import { showConfig } from '#contract/storefront.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { promtool } from '../../testing/promtool.ts';
import { statementTimed } from '#engine/statement-times.ts';
import { responseSent } from '../runtime/events.ts';
import { STATEMENTS_NAMED, takeTimings, type Timings } from './timings.ts';

let timings: Timings;
beforeEach(() => {
  timings = takeTimings();
});
afterEach(() => timings.stop());

/** Makes the name of a statement, which ends with a hash as all names do. */
const nameOf = (words: string, hash = '0123456789abcdef') => `${words}~${hash}`;

function take(name: string, seconds: number, times = 1): void {
  statementTimed.publish({ name, seconds, times });
}

/** Returns the number of executions in each statement's series, by the statement's name. */
function countsByName(): Map<string, number> {
  const found = timings
    .text()
    .matchAll(/^shop_statement_seconds_count\{statement="([^"]*)"\} (.*)$/gm);
  return new Map([...found].map(([, name, count]) => [name!, Number(count)]));
}

function publish(
  endpoint: Endpoint,
  told: Partial<Parameters<typeof responseSent.publish>[0]>,
): void {
  responseSent.publish({
    method: endpoint.method,
    route: '',
    endpoint,
    status: 200,
    seconds: 0.02,
    elsewhere: 0,
    inDatabase: 0,
    ...told,
  });
}

const seriesOf = (pattern: RegExp) =>
  timings
    .text()
    .split('\n')
    .filter((line) => pattern.test(line));

test('the dearest statements have a series each, and all others share one', () => {
  for (let at = 0; at < 60; at += 1) take(nameOf(`select t${at}`), at / 1000);
  timings.chooseStatements();
  for (let at = 0; at < 60; at += 1) take(nameOf(`select t${at}`), 0.001);
  const counts = countsByName();
  expect(counts.size).toBe(STATEMENTS_NAMED + 1);
  expect(counts.get('select t59~0123')).toBe(1);
  expect(counts.get('select t20~0123')).toBe(1);
  expect(counts.has('select t19~0123')).toBe(false);
  // `other` includes all 60 executions from the time before the most expensive statements got series of their own.
  expect(counts.get('other')).toBe(60 + 20);
});

test('no series ever decreases, whatever statements become dear and cheap again', () => {
  const last = new Map<string, number>();
  for (let minute = 0; minute < 120; minute += 1) {
    for (let at = 0; at < 100; at += 1) {
      const isDear = Math.floor(minute / 20) === at % 6;
      take(nameOf(`select t${at}`), isDear ? 0.9 : 0.001, 2);
    }
    timings.chooseStatements();
    const counts = countsByName();
    expect(counts.size).toBeLessThanOrEqual(STATEMENTS_NAMED + 1);
    for (const [name, count] of counts) {
      expect(count).toBeGreaterThanOrEqual(last.get(name) ?? 0);
      last.set(name, count);
    }
  }
});

test('a statement that becomes dear while all places are taken gets its name a minute later', () => {
  for (let at = 0; at < 60; at += 1) take(nameOf(`select t${at}`), 1 + at / 1000);
  timings.chooseStatements();
  take(nameOf('insert orders'), 30);
  timings.chooseStatements();
  take(nameOf('insert orders'), 30);
  expect(countsByName().get('insert orders~0123')).toBe(1);
});

test('two statements with the same beginning are distinguished, or else counted together', () => {
  take(nameOf('select users', 'aaaa111111111111'), 1);
  take(nameOf('select users', 'bbbb111111111111'), 1);
  take(nameOf('select users', 'bbbb222222222222'), 1);
  timings.chooseStatements();
  take(nameOf('select users', 'aaaa111111111111'), 1);
  take(nameOf('select users', 'bbbb111111111111'), 1);
  take(nameOf('select users', 'bbbb222222222222'), 1);
  expect([...countsByName()]).toEqual([
    ['select users~aaaa', 1],
    ['select users~bbbb', 2],
    ['other', 3],
  ]);
});

test('the dearest statement is that of the last five minutes', () => {
  expect(timings.dearestStatement()).toBeNull();
  take(nameOf('select old'), 60);
  for (let minute = 0; minute < 4; minute += 1) {
    timings.chooseStatements();
    take(nameOf('insert orders'), 0.2, 3);
  }
  expect(timings.dearestStatement()).toEqual({ name: 'select old~0123', seconds: 60 });
  timings.chooseStatements();
  const dearest = timings.dearestStatement()!;
  expect(dearest.name).toBe('insert orders~0123');
  expect(dearest.seconds).toBeCloseTo(2.4);
});

test('an endpoint’s time excludes other servers and refused requests', () => {
  publish(purchasePack, { seconds: 1.02, elsewhere: 1, inDatabase: 0.015 });
  publish(purchasePack, { status: 404, seconds: 9 });
  publish(purchasePack, { status: 503, seconds: 2 });
  const labels = 'method="POST",route="/api/packs/purchase",vital="buy"';
  const counts = seriesOf(/route="\/api\/packs\/purchase".* [1-9]/);
  expect(counts[0]).toMatch(`shop_endpoint_seconds_bucket{${labels},le="0.03"} 1`);
  expect(counts).toContain(`shop_endpoint_seconds_count{${labels}} 2`);
  expect(seriesOf(/^shop_endpoint_database/)).toContain(
    `shop_endpoint_database_seconds_total{${labels}} 0.015`,
  );
});

test('important endpoints have their series from the start, and the rest from the first response', () => {
  const counts = () => seriesOf(/^shop_endpoint_seconds_count/);
  expect(counts().length).toBeGreaterThan(5);
  expect(counts().every((line) => /vital="\w+"\} 0$/.test(line))).toBe(true);
  publish(showConfig, {});
  expect(counts().filter((line) => line.endsWith(' 1'))).toEqual([
    expect.stringContaining('vital=""'),
  ]);
});

test('the series are written in Prometheus’s format', () => {
  take(nameOf('select "quoted\\'), 1);
  timings.chooseStatements();
  expect(timings.text()).toContain('statement="select \\"quoted\\\\~0123"');
  expect(promtool(['check', 'metrics'], timings.text())).toBe('');
});

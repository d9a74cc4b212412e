// Records the durations of endpoints and statements in this process since its start, for /metrics and the shop's own
// watch (`watch-speed.ts`). Recording a duration takes less than a microsecond, a fifth of what the Prometheus client
// would take.
import { placeOf } from '#domain/histogram.ts';
import { ENDPOINT_BOUNDS_S } from '#domain/slow-endpoint.ts';
import { ENDPOINTS } from '#contract/table.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { statementTimed } from '#engine/statement-times.ts';
import { routeOf } from '../http/serve.ts';
import { responseSent } from '../runtime/events.ts';

const STATEMENT_BOUNDS_S = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
] as const;

/** The number of statements that have their own histogram. */
export const STATEMENTS_NAMED = 40;
const STATEMENTS_KNOWN = 2_000;

class Durations {
  readonly bounds: readonly number[];
  readonly counts: Float64Array;
  sum = 0;

  constructor(bounds: readonly number[]) {
    this.bounds = bounds;
    this.counts = new Float64Array(bounds.length + 1);
  }

  add(seconds: number, times = 1): void {
    this.counts[placeOf(this.bounds, seconds)]! += times;
    this.sum += seconds * times;
  }
}

export type EndpointTimes = {
  method: Endpoint['method'];
  route: string;
  vital: Endpoint['vital'];
  /**
   * The durations of requests, without the time that they waited for other servers. Rejected requests don't count,
   * because they do less work.
   */
  own: Durations;
  inDatabase: number;
};

type StatementTimes = {
  name: string;
  /**
   * The durations of the executions while the statement had its own histogram. All other executions count in the shared
   * histogram.
   */
  own: Durations;
  isNamed: boolean;
  /** The recent cost in seconds. A cost from an hour ago counts only a quarter. */
  cost: number;
  /** The cost in the present minute and in each of the four minutes before it. */
  minutes: number[];
};

export type Timings = {
  endpoints: () => Iterable<EndpointTimes>;
  /** Chooses the statements that get their own histogram. It must be called once a minute. */
  chooseStatements: () => void;
  /** Returns the statement that took most of the database's time in the last five minutes. */
  dearestStatement: () => { name: string; seconds: number } | null;
  /** Returns all timings in Prometheus' text format. */
  text: () => string;
  stop: () => void;
};

export function takeTimings(): Timings {
  const endpoints = new Map<Endpoint, EndpointTimes>();
  // Each series is created with the value 0. If a series appeared only with its first event, rates would not show that
  // event.
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) if (endpoint.vital) timesOf(endpoint);
  const statements = new Map<string, StatementTimes>();
  const others = new Durations(STATEMENT_BOUNDS_S);

  function timesOf(endpoint: Endpoint): EndpointTimes {
    const known = endpoints.get(endpoint);
    if (known !== undefined) return known;
    const times = {
      method: endpoint.method,
      route: routeOf(endpoint),
      vital: endpoint.vital,
      own: new Durations(ENDPOINT_BOUNDS_S),
      inDatabase: 0,
    };
    endpoints.set(endpoint, times);
    return times;
  }

  /** Statements with the same short name share one count, because Prometheus rejects a repeated name. */
  function newStatement(fullName: string): StatementTimes {
    const name = shortName(fullName);
    const known = [...statements.values()].find((one) => one.name === name);
    const own = new Durations(STATEMENT_BOUNDS_S);
    return known ?? { name, own, isNamed: false, cost: 0, minutes: [0] };
  }

  const stopEndpoints = responseSent.subscribe(
    ({ endpoint, status, seconds, elsewhere, inDatabase }) => {
      if (endpoint === null || (status >= 400 && status < 500)) return;
      const times = timesOf(endpoint);
      times.own.add(Math.max(0, seconds - elsewhere));
      times.inDatabase += inDatabase;
    },
  );
  const stopStatements = statementTimed.subscribe(({ name, seconds, times }) => {
    let statement = statements.get(name);
    if (statement === undefined) {
      // This limit saves memory. It should never be reached, because statements come only from the code.
      if (statements.size === STATEMENTS_KNOWN) return others.add(seconds, times);
      statement = newStatement(name);
      statements.set(name, statement);
    }
    statement.cost += seconds * times;
    statement.minutes[0]! += seconds * times;
    (statement.isNamed ? statement.own : others).add(seconds, times);
  });

  return {
    endpoints: () => endpoints.values(),
    chooseStatements: () => {
      const known = [...new Set(statements.values())];
      nameDearest(known);
      for (const statement of known) {
        statement.cost *= COST_REMAINING;
        statement.minutes = [0, ...statement.minutes.slice(0, MINUTES - 1)];
      }
    },
    dearestStatement: () => dearestOf(statements.values()),
    text: () => textOf([...endpoints.values()], [...new Set(statements.values())], others),
    stop: () => {
      stopEndpoints();
      stopStatements();
    },
  };
}

function dearestOf(statements: Iterable<StatementTimes>): ReturnType<Timings['dearestStatement']> {
  let dearest: { name: string; seconds: number } | null = null;
  for (const { name, minutes } of statements) {
    const seconds = minutes.reduce((sum, one) => sum + one, 0);
    if (seconds > (dearest?.seconds ?? 0)) dearest = { name, seconds };
  }
  return dearest;
}

const MINUTES = 5;
/** The share of a cost that remains after a minute, so that a quarter remains after an hour. */
const COST_REMAINING = 0.25 ** (1 / 60);
/**
 * A statement takes the place of a named statement only if it costs this many times as much. Otherwise the names would
 * change every minute.
 */
const CLEARLY_DEARER = 2;

/**
 * Gives a histogram to each of the most expensive statements. A statement that loses its histogram counts among the
 * others. If it gets a histogram again, its count continues where it stopped. So no series ever decreases, which
 * Prometheus would take for a restart.
 */
function nameDearest(known: StatementTimes[]): void {
  const byCost = known.toSorted((a, b) => b.cost - a.cost);
  const named = byCost.filter(({ isNamed }) => isNamed);
  for (const statement of byCost.slice(0, STATEMENTS_NAMED)) {
    if (statement.isNamed || statement.cost === 0) continue;
    if (named.length >= STATEMENTS_NAMED) {
      const cheapest = named.at(-1)!;
      if (statement.cost < cheapest.cost * CLEARLY_DEARER) break;
      cheapest.isNamed = false;
      named.pop();
    }
    statement.isNamed = true;
    named.unshift(statement);
  }
}

/**
 * The number of characters of the hash in a short name. They distinguish statements whose names begin with the same
 * words. Traces have the whole name.
 */
const HASH_SHOWN = 4;

function shortName(name: string): string {
  const [words = '', hash] = name.split('~');
  return hash === undefined ? words : `${words.trim()}~${hash.slice(0, HASH_SHOWN)}`;
}

type Labels = Record<string, string>;

function textOf(
  endpoints: EndpointTimes[],
  statements: StatementTimes[],
  others: Durations,
): string {
  const labelsOf = ({ method, route, vital }: EndpointTimes) => ({
    method,
    route,
    vital: vital ?? '',
  });
  const named = statements.filter(({ isNamed }) => isNamed);
  return [
    ...histogram(
      'shop_endpoint_seconds',
      'How long an endpoint takes to answer, without its waiting for other servers; refused requests are left out',
      endpoints.map((one) => [labelsOf(one), one.own]),
    ),
    ...header(
      'shop_endpoint_database_seconds_total',
      'counter',
      'What of that an endpoint waited for the database',
    ),
    ...endpoints.map((one) =>
      line('shop_endpoint_database_seconds_total', labelsOf(one), one.inDatabase),
    ),
    ...histogram(
      'shop_statement_seconds',
      `Time of statements in the database: the ${STATEMENTS_NAMED} dearest by name. Of those that travel together a sample is timed, and counts for all`,
      [
        ...named.map((one): [Labels, Durations] => [{ statement: one.name }, one.own]),
        [{ statement: 'other' }, others],
      ],
    ),
    '',
  ].join('\n');
}

function header(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function histogram(name: string, help: string, series: [Labels, Durations][]): string[] {
  return [
    ...header(name, 'histogram', help),
    ...series.flatMap(([labels, { bounds, counts, sum }]) => {
      let total = 0;
      const buckets = [...counts].map((count, at) => {
        total += count;
        const le = String(bounds[at] ?? '+Inf');
        return line(`${name}_bucket`, { ...labels, le }, total);
      });
      return [...buckets, line(`${name}_sum`, labels, sum), line(`${name}_count`, labels, total)];
    }),
  ];
}

function line(name: string, labels: Labels, value: number): string {
  const written = Object.entries(labels).map(
    ([label, text]) => `${label}="${text.replaceAll(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`,
  );
  return `${name}{${written.join(',')}} ${value}`;
}

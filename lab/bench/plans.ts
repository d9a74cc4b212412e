// Explains statements with the generic plan and with a custom plan just before they run, on the same connection and
// inside the same transaction.
import pg from 'pg';
import { PipelinedQuery } from '#engine/pipelined-query.ts';

/** The number of blocks that one run of a statement reads with each plan. */
export type Run = {
  /** The blocks that the generic plan reads. */
  generic: number;
  /** The blocks that the custom plan for the run's values reads. */
  made: number;
  /** The number of rows that the statement found, before it counted, ordered or limited them to a page. */
  found: number;
  /** Whether the statement's transaction always uses the generic plan. */
  usesGeneric: boolean;
};

export type Watched = {
  name: string;
  text: string;
  runs: Run[];
  /** Why the last attempt to explain the statement failed. Null if it succeeded. */
  refused: string | null;
};

type Query = (this: pg.Client, ...asked: unknown[]) => unknown;

/** Explains only this many runs of each statement. */
const RUNS_MOST = 4;
const MODES = { made: 'force_custom_plan', generic: 'force_generic_plan' } as const;
/**
 * Explains twice, because the first time a connection also reads the system catalogue. That reading is no cost of the
 * plan.
 */
const TIMES_EACH = 2;
const PROBE = 'plan_probe';

/** Watches every named statement that this process runs in a database, until `end`. */
export function watchPlans(database: string): { all: () => Watched[]; end: () => void } {
  const watched = new Map<string, Watched>();
  const inTransaction = new WeakSet<pg.Client>();
  const withGenericPlans = new WeakSet<pg.Client>();
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  function watch(client: pg.Client, { name, text, values }: PipelinedQuery['first']): void {
    if (text === 'begin') {
      inTransaction.add(client);
      withGenericPlans.delete(client);
    }
    if (name.startsWith('keep plans')) withGenericPlans.add(client);
    if (text === 'commit') inTransaction.delete(client);
    if (/^(?:begin|commit|set|select set_config)\b/.test(text)) return;
    const one = watched.get(text) ?? { name, text, runs: [], refused: null };
    watched.set(text, one);
    if (one.runs.length >= RUNS_MOST) return;
    const ask = (sql: string) =>
      query.call(client, sql) as Promise<pg.QueryResult<Record<string, unknown>>>;
    const isInside = inTransaction.has(client);
    void explainBoth(ask, one, values, {
      isInside,
      usesGeneric: isInside && withGenericPlans.has(client),
    });
  }
  prototype.query = function queryWatched(...asked) {
    const [first] = asked;
    if (this.database !== database) return query.apply(this, asked);
    if (first === 'rollback') inTransaction.delete(this);
    if (!(first instanceof PipelinedQuery)) return query.apply(this, asked);
    // Explains each statement after the earlier statements of its pipeline have run.
    const pipelinedQueries = first.apart();
    if (pipelinedQueries.length === 1) {
      watch(this, first.first);
      return query.apply(this, asked);
    }
    for (const pipelined of pipelinedQueries) {
      watch(this, pipelined.first);
      query.call(this, pipelined);
    }
    return first;
  };
  return {
    all: () => [...watched.values()],
    end: () => {
      prototype.query = query;
    },
  };
}

type Ask = (sql: string) => Promise<pg.QueryResult<Record<string, unknown>>>;

/**
 * Explains a statement with both plans. Sends everything at once, so that later statements of this connection wait.
 * Leaves the connection as it was.
 */
async function explainBoth(
  ask: Ask,
  watched: Watched,
  values: unknown[],
  { isInside, usesGeneric }: { isInside: boolean; usesGeneric: boolean },
): Promise<void> {
  const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
  const [open, undo, close] = isInside
    ? [`savepoint ${PROBE}`, `rollback to savepoint ${PROBE}`, `release savepoint ${PROBE}`]
    : ['begin', 'rollback', 'select'];
  const blocks: Record<keyof typeof MODES, number[]> = { generic: [], made: [] };
  let refused: string | null = null;
  let found = 0;
  const quietly = (sql: string) => ask(sql).catch(() => {});
  const asked: Promise<void>[] = [];
  for (let time = 0; time < TIMES_EACH; time += 1) {
    for (const [way, mode] of Object.entries(MODES) as [keyof typeof MODES, string][]) {
      void quietly(open);
      void quietly(`set local statement_timeout = 0`);
      void quietly(`set local plan_cache_mode = ${mode}`);
      void quietly(`prepare ${PROBE} as ${watched.text}`);
      asked.push(
        ask(`explain (analyze, buffers, timing off, format json) execute ${PROBE}${given}`).then(
          ({ rows }) => {
            const [{ Plan }] = rows[0]!['QUERY PLAN'] as [{ Plan: Plan }];
            blocks[way].push(blocksOf(Plan));
            found = foundBy(Plan);
          },
          (error: Error) => {
            refused = error.message;
          },
        ),
      );
      void quietly(undo);
      void quietly(`deallocate ${PROBE}`);
      void quietly(close);
    }
  }
  await Promise.all(asked);
  watched.refused = refused;
  if (refused !== null) return;
  const [generic, made] = [Math.min(...blocks.generic), Math.min(...blocks.made)];
  watched.runs.push({ generic, made, found, usesGeneric });
}

type Plan = {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
};

function blocksOf(plan: Plan): number {
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

/** Nodes that only count, order or limit their input. */
const PASSES_ON = /^(?:Limit|Aggregate|Result|Sort|Incremental Sort|Subquery Scan)$/;

function foundBy(plan: Plan): number {
  const given = (plan.Plans ?? []).filter((one) =>
    /^(?:Outer|Subquery)$/.test(one['Parent Relationship'] ?? ''),
  );
  if (PASSES_ON.test(plan['Node Type']) && given.length === 1) return foundBy(given[0]!);
  return plan['Actual Rows'] * plan['Actual Loops'];
}

/** The value as the driver sends it, as a literal without a type. */
function literalOf(value: unknown): string {
  if (value === null) return 'null';
  return pg.escapeLiteral(
    Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value as string),
  );
}

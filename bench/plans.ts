// Explains statements both ways, on the connection and inside of the transaction where they run, just before they do.
import pg from 'pg';

/** The blocks that one run of a statement touches. */
type Run = {
  /** By the plan that is kept whatever the values. */
  kept: number;
  /** By the one that is made for the values. */
  made: number;
};

export type Watched = {
  name: string;
  text: string;
  runs: Run[];
  /** Why it could not be explained the last time; null: it could. */
  refused: string | null;
};

type Asked = { name?: string; text?: string; values?: unknown[] };
type Query = (this: pg.Client, ...asked: unknown[]) => unknown;

/** Of each statement its first runs are explained. */
const RUNS_MOST = 4;
const MODES = { made: 'force_custom_plan', kept: 'force_generic_plan' } as const;
/** What a connection reads of the catalogue the first time is not the plan's. */
const TIMES_EACH = 2;
const PROBE = 'plan_probe';

/** Watches every named statement that this process runs in a database, until `end`. */
export function watchPlans(database: string): { all: () => Watched[]; end: () => void } {
  const watched = new Map<string, Watched>();
  const inTransaction = new WeakSet<pg.Client>();
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const { query } = prototype;
  prototype.query = function queryWatched(...asked) {
    const [first] = asked as [string | Asked];
    if (this.database !== database) return query.apply(this, asked);
    if (typeof first === 'string') {
      if (first.startsWith('begin')) inTransaction.add(this);
      if (/^(?:commit|rollback)\b/.test(first)) inTransaction.delete(this);
    } else if (first.name !== undefined && first.text !== undefined) {
      const { name, text, values = [] } = first;
      const one = watched.get(text) ?? { name, text, runs: [], refused: null };
      watched.set(text, one);
      if (one.runs.length < RUNS_MOST) {
        const ask = (sql: string) =>
          query.call(this, sql) as Promise<pg.QueryResult<Record<string, unknown>>>;
        void explainBoth(ask, one, values, inTransaction.has(this));
      }
    }
    return query.apply(this, asked);
  };
  return {
    all: () => [...watched.values()],
    end: () => {
      prototype.query = query;
    },
  };
}

type Ask = (sql: string) => Promise<pg.QueryResult<Record<string, unknown>>>;

/** Sends all of it at once: what comes after on this connection waits, and finds everything as it was. */
async function explainBoth(
  ask: Ask,
  watched: Watched,
  values: unknown[],
  isInside: boolean,
): Promise<void> {
  const given = values.length === 0 ? '' : `(${values.map(literalOf).join(', ')})`;
  const [open, undo, close] = isInside
    ? [`savepoint ${PROBE}`, `rollback to savepoint ${PROBE}`, `release savepoint ${PROBE}`]
    : ['begin', 'rollback', 'select'];
  const blocks: Record<keyof typeof MODES, number[]> = { kept: [], made: [] };
  let refused: string | null = null;
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
            blocks[way].push(blocksOf(rows[0]!['QUERY PLAN'] as [{ Plan: Plan }]));
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
  watched.runs.push({ kept: Math.min(...blocks.kept), made: Math.min(...blocks.made) });
}

type Plan = { 'Shared Hit Blocks': number; 'Shared Read Blocks': number };

function blocksOf([{ Plan }]: [{ Plan: Plan }]): number {
  return Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'];
}

/** A value as the driver would send it, as a literal of no type. */
function literalOf(value: unknown): string {
  return value === null || value === undefined ? 'null' : pg.escapeLiteral(textOf(value));
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map(elementOf).join(',')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function elementOf(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (Array.isArray(value)) return textOf(value);
  return `"${textOf(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

// Sends several prepared statements together, as one query of the driver. The driver alone would end each statement
// separately, so that Postgres would send a packet for each answer and wake up this process each time. The driver would
// also ask for the columns of a prepared statement every time, although they never change (choices 340, 823 and 854).
import pg from 'pg';
import { notePipelinedQuery, statementTimed, timedFor } from './statement-times.ts';

/**
 * The answer to a statement. `command`: the SQL command, such as `SELECT` or `INSERT`. `count`: the number of rows read
 * or written.
 */
export type StatementResult = { rows: object[]; command: string; count: number };

type Asked = {
  name: string;
  text: string;
  /** The values, or a function that computes them when the query is sent. */
  values: unknown[] | (() => unknown[]);
  isServedEarly: boolean;
  rows: object[];
  /** The error of a row that couldn't be parsed. */
  unreadable?: unknown;
  resolve: (result: StatementResult) => void;
  reject: (error: unknown) => void;
};

/** A batched statement in a pipelined query, with the items that have joined it so far. */
export type Joined = { place: number; items: unknown[]; result: Promise<StatementResult> };

type Column = { name: string; read: (text: string) => unknown };

/** The key under which this file stores its notes on a connection of the driver. */
const noted = Symbol('noted by pipelined queries');

type Noted = {
  /**
   * Columns of each statement that this connection has prepared, by the statement's name. The list is empty for a
   * statement without a result.
   */
  columns: Map<string, Column[]>;
  /** When the connection last finished a query. Postgres begins a query that was sent earlier only at this time. */
  finishedAt: number;
};

/** The parts of the driver's connection that this file uses. */
type Connection = {
  [noted]?: Noted;
  stream: { cork: () => void; uncork: () => void };
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  parse: (message: { name: string; text: string }) => void;
  bind: (message: { statement: string; values: unknown[] }) => void;
  describe: (message: { type: 'P' }) => void;
  execute: (message: object) => void;
  flush: () => void;
  sync: () => void;
};

type Described = { name: string; dataTypeID: number };

const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } })
  .utils;

/**
 * Several statements for one connection, with a single sync at the end. If one statement fails, Postgres skips all
 * later statements, and they fail with the same error. Pass the query to the driver's `query` after adding the last
 * statement.
 */
export class PipelinedQuery extends pg.Query {
  declare name: string;
  declare text: string;
  declare callback?: (error: Error | null, pipelined: PipelinedQuery) => void;
  /**
   * The driver's time limit for all statements together, in milliseconds. If omitted, the connection's usual limit
   * applies.
   */
  query_timeout?: number;
  /** Batched statements in this query that further items can join, in the order of their places. */
  readonly joined = new Map<object, Joined[]>();
  readonly #types: pg.CustomTypesConfig;
  readonly #asked: Asked[] = [];
  /** Index of the statement whose answer comes next. */
  #at = 0;
  #connection: Connection | undefined;
  #columns: Column[] = [];
  #sentAt = 0;
  /** How many pipelined queries this timed one represents. If 0, its statements aren't timed. */
  #timedFor = 0;
  /** When Postgres began the statement whose answer comes next. */
  #begunAt = 0;

  constructor(types: pg.CustomTypesConfig) {
    super('');
    this.#types = types;
  }

  /**
   * Adds a statement, which is prepared under its name once for each connection. `values`: a function if items can
   * still join the statement. It is called when the query is sent. `isServedEarly`: the answer is needed while Postgres
   * still works on the next statements.
   */
  add(
    name: string,
    text: string,
    values: unknown[] | (() => unknown[]),
    isServedEarly = false,
  ): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      const prepared = Array.isArray(values) ? values.map(prepareValue) : values;
      this.#asked.push({
        name,
        text,
        values: prepared,
        isServedEarly,
        rows: [],
        resolve,
        reject,
      });
    });
  }

  /** Number of statements. */
  get size(): number {
    return this.#asked.length;
  }

  /**
   * Splits this query into one pipelined query for each statement, for callers that watch each statement separately.
   */
  apart(): PipelinedQuery[] {
    return this.#asked.map((asked) => {
      const alone = new PipelinedQuery(this.#types);
      alone.#asked.push(asked);
      if (this.query_timeout !== undefined) alone.query_timeout = this.query_timeout;
      return alone;
    });
  }

  /** The first statement, with the values that are sent. */
  get first(): Pick<Asked, 'name' | 'text'> & { values: unknown[] } {
    const { name, text, values } = this.#asked[0]!;
    return { name, text, values: preparedOf(values) };
  }

  override submit = (driven: unknown): Error | null => {
    const connection = driven as Connection;
    this.#connection = connection;
    let values: unknown[][];
    try {
      values = this.#asked.map((asked) => preparedOf(asked.values));
    } catch (error) {
      // The driver makes this query fail with the returned error, because nothing was sent.
      return error as Error;
    }
    this.#timedFor = timedFor(this.size);
    const last = this.size - 1;
    connection.stream.cork();
    for (const [at, asked] of this.#asked.entries()) {
      const isServedEarly = asked.isServedEarly || (this.#timedFor > 0 && at < last);
      send(connection, asked, values[at]!, isServedEarly);
    }
    connection.sync();
    connection.stream.uncork();
    this.#sentAt = performance.now();
    this.#turnTo(0);
    return null;
  };

  handleRowDescription({ fields }: { fields: Described[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      read: this.#types.getTypeParser(dataTypeID, 'text') as Column['read'],
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const asked = this.#asked[this.#at]!;
    try {
      asked.rows.push(rowOf(this.#columns, fields));
    } catch (error) {
      asked.unreadable ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const { name, rows, unreadable, resolve, reject } = this.#asked[this.#at]!;
    notedOn(this.#connection!).columns.set(name, this.#columns);
    this.#noteTime(name);
    const words = text.split(' ');
    if (unreadable !== undefined) reject(unreadable);
    else resolve({ rows, command: words[0]!, count: Number(words.at(-1)) || 0 });
    this.#turnTo(this.#at + 1);
  }

  handleReadyForQuery(): void {
    const now = performance.now();
    if (this.size > 1) notePipelinedQuery(now - this.#startedAt());
    notedOn(this.#connection!).finishedAt = now;
    this.callback?.(null, this);
  }

  handleError(error: Error): void {
    const failed = this.#asked[this.#at];
    // If there is no connection, nothing was sent, so there is nothing to time.
    if (failed !== undefined && this.#connection !== undefined) this.#noteTime(failed.name);
    for (const { name, reject } of this.#asked.slice(this.#at)) {
      // Postgres may have skipped this statement, so the next use must prepare it again.
      if (this.#connection !== undefined) delete this.#connection.submittedNamedStatements[name];
      reject(error);
    }
    this.#at = this.#asked.length;
    this.callback?.(error, this);
  }

  #startedAt(): number {
    return Math.max(this.#sentAt, notedOn(this.#connection!).finishedAt);
  }

  #noteTime(name: string): void {
    if (this.#timedFor === 0) return;
    const now = performance.now();
    const from = this.#at === 0 ? this.#startedAt() : this.#begunAt;
    this.#begunAt = now;
    statementTimed.publish({ name, seconds: (now - from) / 1000, times: this.#timedFor });
  }

  /**
   * Sets the query's name and text to those of the current statement. The driver records both when Postgres has
   * prepared a statement.
   */
  #turnTo(at: number): void {
    this.#at = at;
    const asked = this.#asked[at];
    if (asked === undefined) return;
    this.name = asked.name;
    this.text = asked.text;
    this.#columns = notedOn(this.#connection!).columns.get(asked.name) ?? [];
  }
}

function send(
  connection: Connection,
  { name, text }: Asked,
  values: unknown[],
  isServedEarly: boolean,
): void {
  const { parsedStatements, submittedNamedStatements } = connection;
  if (parsedStatements[name] === undefined && submittedNamedStatements[name] === undefined) {
    connection.parse({ name, text });
    submittedNamedStatements[name] = text;
  }
  connection.bind({ statement: name, values });
  if (!notedOn(connection).columns.has(name)) connection.describe({ type: 'P' });
  connection.execute({});
  if (isServedEarly) connection.flush();
}

function preparedOf(values: Asked['values']): unknown[] {
  return Array.isArray(values) ? values : values().map(prepareValue);
}

function rowOf(columns: Column[], fields: (string | null)[]): object {
  const row: Record<string, unknown> = {};
  for (let at = 0; at < columns.length; at += 1) {
    const { name, read } = columns[at]!;
    const text = fields[at]!;
    row[name] = text === null ? null : read(text);
  }
  return row;
}

function notedOn(connection: Connection): Noted {
  return (connection[noted] ??= { columns: new Map(), finishedAt: 0 });
}

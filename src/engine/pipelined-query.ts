// Prepared statements that travel together, as one query of the driver. By itself it ends each of them alone, so that Postgres
// sends a packet for each answer and the process wakes up for it, and asks each time what the columns of a prepared statement are,
// which don't change (choices 340, 823 and 854).
import pg from 'pg';
import { notePipelinedQuery, statementAnswered, timedFor } from './statement-times.ts';

/** What came back for a statement. `command`: `SELECT`, `INSERT` ...; `count`: how many rows it read or wrote. */
export type Answer = { rows: object[]; command: string; count: number };

type Asked = {
  name: string;
  text: string;
  /** As they are sent, or what makes them when they are. */
  values: unknown[] | (() => unknown[]);
  isServedEarly: boolean;
  rows: object[];
  /** Why a row of its answer couldn't be read. */
  unreadable?: unknown;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

/** A batched statement in a pipelined query, and the items that joined it so far. */
export type Joined = { place: number; items: unknown[]; answer: Promise<Answer> };

type Column = { name: string; read: (text: string) => unknown };

/** What this file notes on a connection of the driver. */
const noted = Symbol('noted by pipelined queries');

type Noted = {
  /** The columns of the statements that it has prepared, by their names; of one without any there are none. */
  columns: Map<string, Column[]>;
  /** When it last finished something: what is sent meanwhile is begun then. */
  finishedAt: number;
};

/** The connection of the driver, as far as it is used here. */
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
 * Statements for one connection, with one end for all: of those behind one that fails none is done, and all of them fail for
 * its reason. Given to the driver's `query` when nothing more is added.
 */
export class PipelinedQuery extends pg.Query {
  declare name: string;
  declare text: string;
  declare callback?: (error: Error | null, pipelined: PipelinedQuery) => void;
  /** How long the driver waits for all of them, in milliseconds; left out, as long as it waits for anything. */
  query_timeout?: number;
  /** The batched statements in it that may still be joined. */
  readonly joined = new Map<object, Joined>();
  readonly #types: pg.CustomTypesConfig;
  readonly #asked: Asked[] = [];
  /** The place of the one whose answer is awaited. */
  #at = 0;
  #connection: Connection | undefined;
  #columns: Column[] = [];
  #sentAt = 0;
  /** For how many pipelined queries its statements are timed; 0: they aren't. */
  #timedFor = 0;
  /** When the statement that is awaited was begun. */
  #begunAt = 0;

  constructor(types: pg.CustomTypesConfig) {
    super('');
    this.#types = types;
  }

  /**
   * Adds a statement, prepared by its name once a connection. `values` of what is added to until it is sent are made then.
   * `isAnsweredEarly`: its answer is wanted while Postgres is at work on the statements behind it.
   */
  add(
    name: string,
    text: string,
    values: unknown[] | (() => unknown[]),
    isServedEarly = false,
  ): Promise<Answer> {
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

  /** How many statements it has. */
  get size(): number {
    return this.#asked.length;
  }

  /** The same as pipelined queries of one statement each, for who has to look at every one of them as it runs. */
  apart(): PipelinedQuery[] {
    return this.#asked.map((asked) => {
      const alone = new PipelinedQuery(this.#types);
      alone.#asked.push(asked);
      if (this.query_timeout !== undefined) alone.query_timeout = this.query_timeout;
      return alone;
    });
  }

  /** Its first statement, with its values as they are sent. */
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
      // The driver fails it, and nothing of it was sent.
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
    // Nothing was sent if there is no connection.
    if (failed !== undefined && this.#connection !== undefined) this.#noteTime(failed.name);
    for (const { name, reject } of this.#asked.slice(this.#at)) {
      // It may have been passed over, and is prepared anew then.
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
    statementAnswered.publish({ name, seconds: (now - from) / 1000, times: this.#timedFor });
  }

  /** The driver notes which statement was prepared by what the query is called at that moment. */
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

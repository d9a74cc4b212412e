// The format of a backup file, which is gzip of lines. The first line is the head. Each table then has a line with its
// name and columns, its rows as COPY writes them, `\.`, and a line with the number and hash of the rows. The last line
// marks the end. All lines except the rows are JSON.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import * as z from 'zod';

/** Describes what is backed up. */
export type BackupSubject = {
  /** First words of every backup file, which identify the format. */
  format: string;
  /** The word for the backup in error messages. */
  noun: string;
  /** The file contains the tables of these schemas, and nothing else. */
  schemas: readonly string[];
};

export const VERSION = 1;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);
const headForm = z.object({
  format: z.string(),
  version: z.int(),
  migrations: z.int(),
  takenAt: z.iso.datetime(),
});
/** A table's name, with its schema unless that is `public`. */
const tableName = z.string().regex(/^([a-z_][a-z0-9_]*\.)?[a-z_][a-z0-9_]*$/);
const tableForm = z.object({ table: tableName, columns: z.array(name).min(1) });
const sumForm = z.object({ rows: z.int().min(0), sha256: z.hash('sha256') });
const endForm = z.object({
  end: z.object({
    tables: z.int(),
    sequences: z.array(z.object({ name, lastValue: z.string().regex(/^\d+$/) })),
  }),
});

export type Head = z.infer<typeof headForm>;
export type TableHead = z.infer<typeof tableForm>;
export type TableSum = z.infer<typeof sumForm>;
export type End = z.infer<typeof endForm>['end'];

/** Thrown if a file or database can't be used for a restore. Nothing was changed. */
export class BackupProblem extends Error {
  override readonly name = 'BackupProblem';
}

/** Handles one table. It must read all `blocks`, because the table's hash follows them in the file. */
export type TableReader = (table: TableHead, blocks: AsyncIterable<Buffer>) => Promise<void>;

export type Contents = { head: Head; sums: Map<string, TableSum>; end: End };

/** Reads a backup once, from head to end. Throws BackupProblem with the name of the broken table. */
export async function readBackup(
  file: string,
  { format, noun }: BackupSubject,
  readTable: TableReader,
): Promise<Contents> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  pipeline(source, unpacked, () => {}); // the reader of `unpacked` gets the errors
  const lines = new Lines(unpacked);
  let at = 'its head';
  const broken = (why: string): BackupProblem =>
    new BackupProblem(`${file}: is broken in ${at}: ${why}. Nothing was changed.`);
  const line = async <Form extends z.ZodType>(form: Form): Promise<z.infer<Form>> => {
    const parsed = form.safeParse(parseJson(await lines.readLine()));
    if (!parsed.success) throw broken('it is not what a backup says there');
    return parsed.data;
  };
  try {
    const head = await line(headForm);
    if (head.format !== format) throw broken('it is not what a backup says there');
    if (head.version !== VERSION) {
      throw new BackupProblem(
        `${file}: has version ${head.version} of the form of backups; this ${noun} reads ${VERSION}.`,
      );
    }
    const sums = new Map<string, TableSum>();
    for (;;) {
      at = sums.size === 0 ? 'its head' : `what follows table ${[...sums.keys()].at(-1)}`;
      const next = await line(z.union([tableForm, endForm]));
      if ('end' in next) {
        if (next.end.tables !== sums.size) throw broken('tables are missing');
        if (!(await lines.isOver())) throw broken('it goes on after its end');
        return { head, sums, end: next.end };
      }
      at = `table ${next.table}`;
      if (sums.has(next.table)) throw broken('it is there twice');
      const hash = createHash('sha256');
      await readTable(next, hashed(lines.readRows(), hash));
      const sum = await line(sumForm);
      if (sum.sha256 !== hash.digest('hex')) throw broken('its rows are not those of its hash');
      sums.set(next.table, sum);
    }
  } catch (error) {
    if (error instanceof BackupProblem) throw error;
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') throw new BackupProblem(`${file}: is not there`);
    if (code === 'EISDIR') throw new BackupProblem(`${file}: is a folder`);
    if (code === 'EACCES') throw new BackupProblem(`${file}: may not be read`);
    if (code === 'Z_BUF_ERROR' || error instanceof TooShort)
      throw broken('the file ends too early');
    if (code.startsWith('Z_')) throw broken('it can’t be unpacked');
    throw error;
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

async function* hashed(
  blocks: AsyncIterable<Buffer>,
  hash: { update: (block: Buffer) => unknown },
): AsyncGenerator<Buffer> {
  for await (const block of blocks) {
    hash.update(block);
    yield block;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

class TooShort extends Error {}

export const NEWLINE = 10;
// COPY escapes every backslash in a row, so a row never equals this line.
const ROWS_END = Buffer.from('\\.\n');
const ROWS_END_AFTER_ROW = Buffer.from('\n\\.\n');
const LINE_BYTES_MAX = 1024 * 1024;

/** Reads lines and blocks of rows from a stream, and no more of the stream than needed. */
class Lines {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#rest = Buffer.concat([this.#rest, value]);
    return true;
  }

  async readLine(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end !== -1) {
        const line = this.#rest.toString('utf8', 0, end);
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (this.#rest.length > LINE_BYTES_MAX || !(await this.#more())) throw new TooShort();
    }
  }

  /** Yields the rows up to `\.`, and skips that line. */
  async *readRows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < ROWS_END.length) if (!(await this.#more())) throw new TooShort();
    if (this.#rest.subarray(0, ROWS_END.length).equals(ROWS_END)) {
      this.#rest = this.#rest.subarray(ROWS_END.length);
      return;
    }
    for (;;) {
      const end = this.#rest.indexOf(ROWS_END_AFTER_ROW);
      if (end !== -1) {
        const last = this.#rest.subarray(0, end + 1);
        this.#rest = this.#rest.subarray(end + ROWS_END_AFTER_ROW.length);
        yield last;
        return;
      }
      // The last bytes may be the first bytes of the end mark, so they wait until more bytes are read.
      const safe = this.#rest.length - (ROWS_END_AFTER_ROW.length - 1);
      if (safe > 0) {
        const block = this.#rest.subarray(0, safe);
        this.#rest = this.#rest.subarray(safe);
        yield block;
      }
      if (!(await this.#more())) throw new TooShort();
    }
  }

  async isOver(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }
}

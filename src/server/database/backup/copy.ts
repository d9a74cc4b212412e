// COPY on one connection of `pg`, which speaks its protocol but has no call for it. Rows travel as
// Postgres writes them; neither side ever holds more than some blocks of them.
import type { Writable } from 'node:stream';
import type pg from 'pg';

/** What a query of `pg` may touch of its connection. */
type Wire = pg.Connection & {
  stream: { pause(): void; resume(): void; writableNeedDrain: boolean } & NodeJS.EventEmitter;
  sendCopyFromChunk(block: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(why: string): void;
};

const BLOCK_BYTES = 256 * 1024;

/** What both directions share: one statement, its end, and the rows that its command tag counts. */
abstract class Copy implements pg.Submittable {
  readonly rows: Promise<number>;
  readonly #text: string;
  readonly #settle: PromiseWithResolvers<number>;
  #rows = 0;
  #problem: Error | null = null;

  constructor(text: string) {
    this.#text = text;
    this.#settle = Promise.withResolvers<number>();
    this.rows = this.#settle.promise;
  }

  submit(wire: pg.Connection): void {
    wire.query(this.#text);
  }

  fail(problem: Error): void {
    this.#problem ??= problem;
  }

  handleCommandComplete(tag: { text: string }): void {
    this.#rows = Number(tag.text.split(' ').at(-1));
  }

  handleError(problem: Error): void {
    this.fail(problem);
    // A connection that broke says nothing more.
    if (!('severity' in problem)) this.#settle.reject(this.#problem!);
  }

  handleReadyForQuery(): void {
    if (this.#problem === null) this.#settle.resolve(this.#rows);
    else this.#settle.reject(this.#problem);
  }
}

class CopyOut extends Copy {
  readonly #to: Writable;
  #block: Buffer[] = [];
  #bytes = 0;

  constructor(text: string, to: Writable) {
    super(text);
    this.#to = to;
  }

  handleCopyData(message: { chunk: Buffer }, wire: Wire): void {
    // One message is one row: gathered, because a write for each would cost more than the row.
    this.#block.push(message.chunk);
    this.#bytes += message.chunk.length;
    if (this.#bytes >= BLOCK_BYTES) this.#flush(wire);
  }

  override handleCommandComplete(tag: { text: string }): void {
    super.handleCommandComplete(tag);
    this.#flush(null);
  }

  #flush(wire: Wire | null): void {
    if (this.#bytes === 0) return;
    const goesOn = this.#to.write(Buffer.concat(this.#block));
    [this.#block, this.#bytes] = [[], 0];
    if (goesOn || wire === null) return;
    wire.stream.pause();
    this.#to.once('drain', () => wire.stream.resume());
  }
}

class CopyIn extends Copy {
  readonly #blocks: AsyncIterable<Buffer>;

  constructor(text: string, blocks: AsyncIterable<Buffer>) {
    super(text);
    this.#blocks = blocks;
  }

  handleCopyInResponse(wire: Wire): void {
    void this.#send(wire);
  }

  async #send(wire: Wire): Promise<void> {
    try {
      for await (const block of this.#blocks) {
        wire.sendCopyFromChunk(block);
        if (wire.stream.writableNeedDrain) {
          await new Promise((resolve) => wire.stream.once('drain', resolve));
        }
      }
      wire.endCopyFrom();
    } catch (error) {
      this.fail(error as Error);
      wire.sendCopyFail('the rows could not be read');
    }
  }
}

/** Writes what `copy … to stdout` gives, and answers how many rows it were. */
export async function copyOut(client: pg.ClientBase, text: string, to: Writable): Promise<number> {
  return client.query(new CopyOut(text, to)).rows;
}

/** Feeds `copy … from stdin`, and answers how many rows it were. */
export async function copyIn(
  client: pg.ClientBase,
  text: string,
  blocks: AsyncIterable<Buffer>,
): Promise<number> {
  return client.query(new CopyIn(text, blocks)).rows;
}

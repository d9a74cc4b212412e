// Collects the statements of one connection. All statements of one turn of the event loop are sent
// together, as one pipelined query.
import type pg from 'pg';
import { COLUMN_TYPES } from './column-types.ts';
import { PipelinedQuery } from './pipelined-query.ts';

const NO_LIMIT_MS = 24 * 3_600_000;

export class Pipeline {
  readonly client: pg.PoolClient;
  /** If true, each statement may take a day. */
  hasNoTimeLimit = false;
  /**
   * The error of the first failed statement. Later statements of the transaction report only that an earlier statement
   * failed.
   */
  firstError: unknown;
  #pipelined: PipelinedQuery | null = null;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  /** The pipelined query of this turn. */
  get pipelined(): PipelinedQuery {
    if (this.#pipelined === null) {
      this.#pipelined = new PipelinedQuery(COLUMN_TYPES);
      process.nextTick(() => this.send());
    }
    return this.#pipelined;
  }

  /** Sends the pipelined query of this turn now. */
  send(): void {
    const pipelined = this.#pipelined;
    if (pipelined === null) return;
    this.#pipelined = null;
    if (this.hasNoTimeLimit) pipelined.query_timeout = NO_LIMIT_MS;
    this.client.query(pipelined);
  }
}

// One connection's statements: those that are asked in one turn of the event loop travel together, as one packet.
import type pg from 'pg';
import { COLUMN_TYPES } from './column-types.ts';
import { Packet } from './packet.ts';

const NO_LIMIT_MS = 24 * 3_600_000;

export class Pipeline {
  readonly client: pg.PoolClient;
  /** Its statements may take a day. */
  hasNoTimeLimit = false;
  /** The failure of the first statement that failed. Those behind it in a transaction only say that one did. */
  firstError: unknown;
  #packet: Packet | null = null;

  constructor(client: pg.PoolClient) {
    this.client = client;
  }

  /** The packet of this turn. */
  get packet(): Packet {
    if (this.#packet === null) {
      this.#packet = new Packet(COLUMN_TYPES);
      process.nextTick(() => this.send());
    }
    return this.#packet;
  }

  /** Sends the packet of this turn now. */
  send(): void {
    const packet = this.#packet;
    if (packet === null) return;
    this.#packet = null;
    if (this.hasNoTimeLimit) packet.query_timeout = NO_LIMIT_MS;
    this.client.query(packet);
  }
}

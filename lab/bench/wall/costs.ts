// What the simulation is told, in milliseconds of 2026-11-23 on two cores (docs/sharding.md says where each is from).
import type { Costs } from './simulate.ts';

/** Processor time of Postgres of a purchase, and of the shop: `npm run bench -- --short`, 16 clients, at rest. */
const [PURCHASE, SHOP] = [5.05, 1.74];
/** Of its statements' time, `sell_and_open`: `npm run bench -- --steps`, at rest. */
const SALE = 0.981 / 1.667;
/** Of `sell_and_open`, as Postgres explained 300: places found and taken, and the triggers of places. */
const [TAKEN, TRIGGERS] = [0.113, 0.33];
const TRANSACTION = 0.4;
const STATEMENTS = PURCHASE - TRANSACTION;
const DROP = STATEMENTS * SALE * (TAKEN + TRIGGERS);

export const COSTS: Costs = {
  drop: DROP,
  settle: STATEMENTS * SALE * TRIGGERS,
  person: STATEMENTS - DROP,
  transaction: TRANSACTION,
  twoPhases: 0.36,
  passOver: 0.0015,
  flush: 3.7,
  /** Assumed: machines of one data centre. */
  roundTrip: 0.5,
  shop: SHOP,
};

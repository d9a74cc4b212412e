// Measures how long each statement takes in the database. Postgres sends the answers of a pipelined query together. To
// time each statement, Postgres must send every answer at once, which costs both sides a wake-up. So only a sample is
// timed.
import { eventChannel } from './event-channel.ts';

/**
 * Published when the answer to a timed statement arrives. `seconds`: the database's time for it. `times`: how many
 * executions of this statement the timed one represents, because the others weren't timed.
 */
export const statementTimed = eventChannel<{ name: string; seconds: number; times: number }>(
  'engine:statement-answered',
);

/**
 * One in this many pipelined queries is timed. The number is prime, because otherwise the same query of every request
 * could always be the timed one.
 */
const SAMPLED = 17;
/**
 * After a pipelined query that took this long, the next ones (`CLOSELY`) are all timed, so that the times show which
 * statement is slow.
 */
const SLOW_MS = 25;
const CLOSELY = 50;

let untimed = 0;
let closely = 0;

/**
 * Returns how many pipelined queries the next one represents as a timed sample, or 0 if the next one isn't timed.
 * `statements`: how many statements the next one has.
 */
export function timedFor(statements: number): number {
  if (!statementTimed.hasSubscribers()) return 0;
  // The answer to a single statement comes immediately anyway.
  if (statements === 1) return 1;
  if (closely > 0) closely -= 1;
  else if (untimed < SAMPLED - 1) {
    untimed += 1;
    return 0;
  }
  const times = untimed + 1;
  untimed = 0;
  return times;
}

/** Records the duration of a pipelined query of several statements. */
export function notePipelinedQuery(ms: number): void {
  if (ms >= SLOW_MS) closely = CLOSELY;
}

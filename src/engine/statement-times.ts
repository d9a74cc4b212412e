// Measures how long each statement takes in the database. Postgres sends the answers of a pipelined query together.
// To time each statement it must send every answer at once, which costs both sides a wake-up. So only a sample is
// timed.
import { eventChannel } from './event-channel.ts';

/**
 * A statement was answered after `seconds` of the database's time. It represents `times` answers to this statement; the
 * others weren't timed.
 */
export const statementAnswered = eventChannel<{ name: string; seconds: number; times: number }>(
  'engine:statement-answered',
);

/**
 * One in this many pipelined queries is timed. A prime number, because otherwise the same query of every request
 * could always be the timed one.
 */
const SAMPLED = 17;
/**
 * After a pipelined query of this duration, the next ones (`CLOSELY`) are all timed, so that the slow statement gets
 * named.
 */
const SLOW_MS = 25;
const CLOSELY = 50;

let untimed = 0;
let closely = 0;

/**
 * How many pipelined queries the next one represents as a timed sample; 0: it isn't timed. `statements`: number of its
 * statements.
 */
export function timedFor(statements: number): number {
  if (!statementAnswered.hasSubscribers()) return 0;
  // The answer to a single statement comes at once anyway.
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

// How long each statement takes in the database. Statements that travel together are answered together, so the time of each is
// known only if Postgres is told to send every answer at once. That costs both sides a wake-up for each, so it is done for a sample.
import { eventChannel } from './event-channel.ts';

/** A statement was answered after `seconds` of the database's time. It stands for `times` such answers, of which the others weren't timed. */
export const statementAnswered = eventChannel<{ name: string; seconds: number; times: number }>(
  'engine:statement-answered',
);

/** One pipelined query of so many is timed. A prime: else the same pipelined query of every request could be the one. */
const SAMPLED = 17;
/** After a pipelined query that took as long, the next ones are all timed: what made it slow has to be named. */
const SLOW_MS = 25;
const CLOSELY = 50;

let untimed = 0;
let closely = 0;

/** For how many pipelined queries of so many statements the next one stands; 0: it isn't timed. */
export function timedFor(statements: number): number {
  if (!statementAnswered.hasSubscribers()) return 0;
  // Alone it needs no more than its answer.
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

/** A pipelined query of several statements took so long. */
export function notePipelinedQuery(ms: number): void {
  if (ms >= SLOW_MS) closely = CLOSELY;
}

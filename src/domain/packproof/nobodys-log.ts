import type { LogReplay } from './log-replay.ts';

/** Whether a log was begun anew and has no drop yet. The first manifest says whose it is: nobody's key is in force before. */
export function isNobodys({ keys, entries, log }: LogReplay): boolean {
  return keys.length === 0 && entries.length === log.entries.length;
}

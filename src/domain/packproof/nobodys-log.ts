import type { LogReplay } from './log-replay.ts';

/**
 * Whether a log belongs to nobody yet, because it was started again and has no manifest. The first manifest names the
 * log's key.
 */
export function isNobodys({ keys, entries, log }: LogReplay): boolean {
  return keys.length === 0 && entries.length === log.entries.length;
}

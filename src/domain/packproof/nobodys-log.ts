import type { LogReplay } from './log-replay.ts';

/**
 * Whether a log belongs to nobody yet. That is so if it was started again and has no manifest, because the first
 * manifest names the log's key.
 */
export function isNobodys({ keys, entries, log }: LogReplay): boolean {
  return keys.length === 0 && entries.length === log.entries.length;
}

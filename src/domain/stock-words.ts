import type { PackState } from './stock.ts';

/** The name of each state on operators' pages. */
export const PACK_STATE_WORDS: Record<PackState, string> = {
  intake: 'Not put on sale',
  available: 'On sale',
  waiting: 'Not on sale yet',
  reserved: 'Reserved',
  sold: 'Sold, sealed',
  disputed: 'Disputed, sealed',
  opened: 'Opened',
  withdrawn: 'Withdrawn',
};

import type { PackState } from './stock.ts';

/** What each state is called, as operators read it. */
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

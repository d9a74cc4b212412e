// The states of a dispute (docs/product.md §6). This file has no rules, because the code for page addresses needs only
// the states.

/**
 * With `inquiry`, the bank asks, and no money has moved. With `open`, the bank holds the money until it decides.
 * With `won`, the money came back. With `lost`, the money is gone. With `closed`, the inquiry ended without a
 * dispute.
 */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The next states that each state allows. The database has the same steps (`allowed_steps`). */
export const DISPUTE_STEPS: Record<DisputeState, readonly DisputeState[]> = {
  inquiry: ['open', 'closed'],
  open: ['won', 'lost'],
  won: [],
  lost: [],
  closed: ['inquiry', 'open'],
};

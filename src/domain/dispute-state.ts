// The states of a dispute (docs/product.md §6), apart from what follows from them: addresses name them.

/**
 * `inquiry`: the bank asks, and no money has moved. `open`: the bank has taken the money until it decides.
 * `won`: it came back. `lost`: it is gone. `closed`: an inquiry that came to nothing.
 */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** What may follow which; the database has the same (`allowed_steps`). */
export const DISPUTE_STEPS: Record<DisputeState, readonly DisputeState[]> = {
  inquiry: ['open', 'closed'],
  open: ['won', 'lost'],
  won: [],
  lost: [],
  closed: ['inquiry', 'open'],
};

// The states of a dispute (docs/product.md §6). In a file without rules, because the code for page addresses needs the
// states alone.

/**
 * `inquiry`: the bank asks, and no money has moved. `open`: the bank holds the money until it decides. `won`: the
 * money came back. `lost`: the money is gone. `closed`: the inquiry ended without a dispute.
 */
export const DISPUTE_STATES = ['inquiry', 'open', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The next states that each state allows; the same as in the database (`allowed_steps`). */
export const DISPUTE_STEPS: Record<DisputeState, readonly DisputeState[]> = {
  inquiry: ['open', 'closed'],
  open: ['won', 'lost'],
  won: [],
  lost: [],
  closed: ['inquiry', 'open'],
};

// The states of a drop: packs of one type, locked and told to everybody before the first is sold.

export const DROP_STATES = ['draft', 'published', 'open', 'paused', 'closed', 'given_up'] as const;
export type DropState = (typeof DROP_STATES)[number];

/** What may follow which: the one table of it. */
export const DROP_STEPS: Record<DropState, readonly DropState[]> = {
  draft: ['published', 'given_up'],
  published: ['open', 'closed', 'given_up'],
  open: ['paused', 'closed', 'given_up'],
  paused: ['open', 'closed', 'given_up'],
  closed: [],
  given_up: [],
};

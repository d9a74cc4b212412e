// The states of a drop: packs of one type, locked and told to everybody before the first is sold.

export const DROP_STATES = ['draft', 'published', 'open', 'paused', 'closed', 'given_up'] as const;
export type DropState = (typeof DROP_STATES)[number];

/** What may follow which; the database has the same (`allowed_steps`). */
export const DROP_STEPS: Record<DropState, readonly DropState[]> = {
  draft: ['published', 'given_up'],
  published: ['open', 'closed', 'given_up'],
  open: ['paused', 'closed', 'given_up'],
  paused: ['open', 'closed', 'given_up'],
  closed: [],
  given_up: [],
};

/** What each state is called: as a label, and to whoever asks for a step that it does not have. */
export const DROP_STATE_WORDS: Record<DropState, { label: string; sentence: string }> = {
  draft: { label: 'Draft', sentence: 'This drop is a draft: it is not published yet' },
  published: { label: 'Published', sentence: 'This drop is published, and not on sale yet' },
  open: { label: 'On sale', sentence: 'This drop is on sale' },
  paused: { label: 'Paused', sentence: 'This drop is paused' },
  closed: { label: 'Closed', sentence: 'This drop is over' },
  given_up: { label: 'Given up', sentence: 'This drop was given up' },
};

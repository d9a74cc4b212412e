// The states of a drop. A drop is a set of packs of one type that is fixed and published before the first sale.

export const DROP_STATES = ['draft', 'published', 'open', 'paused', 'closed', 'given_up'] as const;
export type DropState = (typeof DROP_STATES)[number];

/** The next states that each state allows. The database has the same steps (`allowed_steps`). */
export const DROP_STEPS: Record<DropState, readonly DropState[]> = {
  draft: ['published', 'given_up'],
  published: ['open', 'closed', 'given_up'],
  open: ['paused', 'closed', 'given_up'],
  paused: ['open', 'closed', 'given_up'],
  closed: [],
  given_up: [],
};

/** Each state's label, and the sentence that refuses a step that the state does not allow. */
export const DROP_STATE_WORDS: Record<DropState, { label: string; sentence: string }> = {
  draft: { label: 'Draft', sentence: 'This drop is a draft: it is not published yet' },
  published: { label: 'Published', sentence: 'This drop is published, and not on sale yet' },
  open: { label: 'On sale', sentence: 'This drop is on sale' },
  paused: { label: 'Paused', sentence: 'This drop is paused' },
  closed: { label: 'Closed', sentence: 'This drop is over' },
  given_up: { label: 'Given up', sentence: 'This drop was given up' },
};

/** Names a pack of a drop for people, who count from 1. Files, log and API count places from 0 (choice 920). */
export function packInWords({ place, number }: { place: number; number: number }): string {
  return `Pack ${place + 1} of drop ${number}`;
}

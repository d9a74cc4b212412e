import type { AdminDrop } from '#contract/drops-admin.ts';
import { DROP_STATE_WORDS, type DropState } from '#domain/drop.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TONES: Record<DropState, BadgeTone> = {
  draft: 'outline',
  published: 'warn',
  open: 'brand',
  paused: 'warn',
  closed: 'plain',
  given_up: 'plain',
};

/** The badge for a drop's state. If the packs of a closed drop moved to another drop, the badge says so. */
export function DropStateBadge({ drop: { state, carriesTo } }: { drop: AdminDrop }) {
  if (carriesTo !== null) return <Badge>Carried over</Badge>;
  return <Badge tone={TONES[state]}>{DROP_STATE_WORDS[state].label}</Badge>;
}

/** Returns the name of a drop, such as "Drop 3". A drop without a number was never published and is called a draft. */
export function dropName({ number, state }: AdminDrop): string {
  if (number !== null) return `Drop ${number}`;
  return state === 'draft' ? 'Draft' : 'Discarded draft';
}

/** The rules of every drop, shown before an operator creates a drop. */
export const DROP_RULES = [
  'A drop holds 20 to 9,000 packs of one type. Packs outside a drop are loose, and are sold as before.',
  'Once it is published, its packs, their odds, the price and its times are fixed.',
  'While it is on sale, loose packs of its type are not sold.',
];

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

/** Of a closed one, too, whether its packs went on. */
export function DropStateBadge({ drop: { state, carriesTo } }: { drop: AdminDrop }) {
  if (carriesTo !== null) return <Badge>Carried over</Badge>;
  return <Badge tone={TONES[state]}>{DROP_STATE_WORDS[state].label}</Badge>;
}

/** "Drop 3"; one that was never published has no number. */
export function dropName({ number, state }: AdminDrop): string {
  if (number !== null) return `Drop ${number}`;
  return state === 'draft' ? 'Draft' : 'Discarded draft';
}

/** What holds for every drop, said before anybody tries. */
export const DROP_RULES = [
  'A drop holds 20 to 9,000 packs of one type. Packs outside a drop are loose, and are sold as before.',
  'Once it is published, its packs, their odds, the price and its times are fixed.',
  'While it is on sale, loose packs of its type are not sold.',
];

import type { AdminDrop } from '#contract/catalogue-drops-admin.ts';
import type { DropState } from '#domain/drop.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const STATE_WORDS: Record<DropState, { word: string; tone: BadgeTone }> = {
  draft: { word: 'Draft', tone: 'outline' },
  published: { word: 'Published', tone: 'warn' },
  open: { word: 'On sale', tone: 'brand' },
  paused: { word: 'Paused', tone: 'warn' },
  closed: { word: 'Closed', tone: 'plain' },
  given_up: { word: 'Given up', tone: 'plain' },
};

export function DropStateBadge({ drop: { state, carriesTo } }: { drop: AdminDrop }) {
  const { word, tone } =
    carriesTo === null ? STATE_WORDS[state] : { word: 'Carried over', tone: 'plain' as const };
  return <Badge tone={tone}>{word}</Badge>;
}

/** "Drop 3"; one that was never published has no number. */
export function dropName({ number, state }: AdminDrop): string {
  if (number !== null) return `Drop ${number}`;
  return state === 'draft' ? 'Draft' : 'Discarded draft';
}

/** What holds for every drop, said before anybody tries. */
export const DROP_RULES = [
  'A drop holds 20 to 9,000 packs of one type. Fewer stay loose, and are sold as before.',
  'Once it is published, its packs, their odds, the price and its times are fixed.',
  'While it is on sale, loose packs of its type wait.',
];

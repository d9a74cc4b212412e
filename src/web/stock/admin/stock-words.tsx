import { PACK_STATE_WORDS } from '#domain/stock-words.ts';
import type { PackState } from '#domain/stock.ts';
import type { PackMove } from '#domain/stock-moves.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const TONES: Record<PackState, BadgeTone> = {
  intake: 'outline',
  available: 'brand',
  waiting: 'outline',
  reserved: 'warn',
  sold: 'plain',
  disputed: 'danger',
  opened: 'plain',
  withdrawn: 'danger',
};

export function PackStateBadge({ state }: { state: PackState }) {
  return <Badge tone={TONES[state]}>{PACK_STATE_WORDS[state]}</Badge>;
}

export const PACK_MOVE_WORDS: Record<PackMove, string> = {
  taken_in: 'Taken in',
  reserved: 'Reserved for a buyer',
  sold: 'Sold',
  returned: 'Returned unopened',
  opened: 'Opened',
  withdrawn: 'Taken off sale',
  put_back: 'Put back on sale',
  looked_into: 'Looked inside',
};

import type { CardStatus } from '#domain/card.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const STATUS_WORDS: Record<CardStatus, { word: string; tone: BadgeTone }> = {
  available: { word: 'Available', tone: 'brand' },
  locked: { word: 'Locked', tone: 'warn' },
  sold: { word: 'Sold', tone: 'plain' },
  converted: { word: 'Converted', tone: 'plain' },
  shipped: { word: 'Shipped', tone: 'outline' },
  delivered: { word: 'Delivered', tone: 'brand' },
  reclaimed: { word: 'Taken back', tone: 'danger' },
  lost: { word: 'Lost', tone: 'danger' },
  returned: { word: 'Returned', tone: 'plain' },
};

export function StatusBadge({ status }: { status: CardStatus }) {
  const { word, tone } = STATUS_WORDS[status];
  return <Badge tone={tone}>{word}</Badge>;
}

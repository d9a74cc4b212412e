// The words and badges of deliveries.
import type { WebhookDelivery } from '#contract/webhooks.ts';
import type { DeliveryState } from '#domain/webhook.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

export const DELIVERY_WORDS: Record<DeliveryState, { word: string; tone: BadgeTone }> = {
  waiting: { word: 'Waiting', tone: 'outline' },
  failing: { word: 'Failing', tone: 'warn' },
  delivered: { word: 'Delivered', tone: 'plain' },
};

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { word, tone } = DELIVERY_WORDS[state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** What the last try led to: a status, the reason why there was none, or a dash. */
export function outcomeOf({ status, problem }: WebhookDelivery): string {
  return status === null ? (problem ?? '–') : `HTTP ${status}`;
}

// The words with which operator pages describe disputes.
import type { DisputeSummary } from '#contract/disputes-admin.ts';
import type { Pause } from '#domain/dispute.ts';
import type { DisputeState } from '#domain/dispute-state.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const STATES: Record<DisputeState, { word: string; tone: BadgeTone }> = {
  open: { word: 'Open', tone: 'danger' },
  inquiry: { word: 'Inquiry', tone: 'warn' },
  won: { word: 'Won', tone: 'brand' },
  lost: { word: 'Lost', tone: 'plain' },
  closed: { word: 'Closed', tone: 'outline' },
};

export function disputeStateWord(state: DisputeState): string {
  return STATES[state].word;
}

export function DisputeStateBadge({ state }: { state: DisputeState }) {
  const { word, tone } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

export const PURPOSE_WORDS: Record<DisputeSummary['purpose'], string> = {
  order: 'Packs',
  shipment: 'Shipping',
  top_up: 'Credits',
};

export const PAUSE_WORDS: Record<Pause, string> = {
  dispute: 'Paused: a payment is disputed',
  debt: 'Paused: the account owes the shop',
};

/** Returns whether the shop can still respond to the dispute. */
export function canStillRespond(state: DisputeState): boolean {
  return state === 'open' || state === 'inquiry';
}

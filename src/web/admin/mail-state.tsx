// The words and badges for the state of a mail in the operators' mailbox.
import type { MailState } from '#domain/mail.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const STATES: Record<MailState, { word: string; tone: BadgeTone }> = {
  kept: { word: 'Stored, not sent', tone: 'outline' },
  queued: { word: 'Waiting', tone: 'warn' },
  sending: { word: 'Sending', tone: 'brand' },
  sent: { word: 'Sent', tone: 'plain' },
  failed: { word: 'Failed', tone: 'danger' },
};

export function mailStateWord(state: MailState): string {
  return STATES[state].word;
}

export function MailStateBadge({ state }: { state: MailState }) {
  const { word, tone } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

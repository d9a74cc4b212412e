// How the operators' pages say who somebody is to the shop.
import type { Role } from '#domain/access.ts';
import type { UserState } from '#domain/operators.ts';
import { Badge, type BadgeTone } from '../ui/badge.tsx';

const STATES: Record<UserState, { word: string; tone: BadgeTone }> = {
  active: { word: 'Active', tone: 'brand' },
  locked: { word: 'Locked', tone: 'danger' },
  leaving: { word: 'Leaving', tone: 'warn' },
  erased: { word: 'Erased', tone: 'plain' },
};

export function userStateWord(state: UserState): string {
  return STATES[state].word;
}

export function UserStateBadge({ state }: { state: UserState }) {
  const { word, tone } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

export const ROLE_WORDS: Record<Role, string> = {
  user: 'User',
  moderator: 'Moderator',
  admin: 'Admin',
};

import type { Role } from '#domain/access.ts';
import type { UserState } from '#domain/operators.ts';
import { Badge } from '../ui/badge.tsx';

export const ROLE_WORDS: Record<Role, string> = {
  user: 'Shopper',
  moderator: 'Moderator',
  admin: 'Admin',
};

export const STATE_WORDS: Record<UserState, string> = {
  active: 'Active',
  locked: 'Locked',
  leaving: 'Deletion scheduled',
  erased: 'Erased',
};

export function UserStateBadge({ state }: { state: UserState }) {
  if (state === 'active') return <Badge tone="brand">{STATE_WORDS.active}</Badge>;
  if (state === 'locked') return <Badge tone="warn">{STATE_WORDS.locked}</Badge>;
  return <Badge>{STATE_WORDS[state]}</Badge>;
}

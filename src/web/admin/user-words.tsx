import type { Right, Role } from '#domain/access.ts';
import type { UserState } from '#domain/operators.ts';
import { Badge } from '../ui/badge.tsx';

export const ROLE_WORDS: Record<Role, string> = {
  user: 'Shopper',
  moderator: 'Moderator',
  admin: 'Admin',
  staff: 'Staff',
};

export const RIGHT_WORDS: Record<Right, { name: string; text: string }> = {
  packing: {
    name: 'Packing',
    text: 'Parcels, and the packs and cards on the shelves. Alone, it shows no amounts of money.',
  },
  support: {
    name: 'Support',
    text: 'Overview, orders, transactions, held parcels, locked cards, texts and jobs.',
  },
  catalogue: {
    name: 'Catalogue',
    text: 'Pack types, prices, intake, drops and single cards. It comes with Packing.',
  },
  money: {
    name: 'Money',
    text: 'People, refunds, credits, disputes, margin, taxes and discount codes. It comes with Support.',
  },
  owner: { name: 'Owner', text: 'Settings, mails, the audit log, locks, roles and API keys.' },
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

// The operators' calls about users, and about what operators did.
import { auditBooks } from '#contract/admin.ts';
import {
  changeUserRole,
  endUserSessions,
  listDeeds,
  listUsers,
  lockUser,
  removeUserTwoFactor,
  showUser,
  unlockUser,
} from '#contract/users.ts';
import type { Role } from '#domain/access.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { endOfDay, startOfDay } from '../wallet/transactions-search.ts';
import type { AuditSearch, UsersSearch } from './users-search.ts';

const LOOK_AGAIN_MS = 30_000;
const PAGE_LIMIT = 20;

export function useUsers({ id: _open, page = 1, ...filters }: UsersSearch) {
  return useQuery({
    queryKey: ['admin', 'users', 'list', { page, ...filters }],
    queryFn: ({ signal }) => call(listUsers, { page, limit: PAGE_LIMIT, ...filters }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

export function useUser(id: string) {
  return useQuery({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => call(showUser, { id }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

/** What an operator may do to an account. */
export type UserDeed =
  | { deed: 'role'; role: Role }
  | { deed: 'lock' | 'unlock'; reason: string }
  | { deed: 'sessions' | 'two-factor' };

export function useUserDeed(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (asked: UserDeed): Promise<void> => {
      if (asked.deed === 'role') await call(changeUserRole, { id, role: asked.role });
      else if (asked.deed === 'lock') await call(lockUser, { id, reason: asked.reason });
      else if (asked.deed === 'unlock') await call(unlockUser, { id, reason: asked.reason });
      else if (asked.deed === 'sessions') await call(endUserSessions, { id });
      else await call(removeUserTwoFactor, { id });
    },
    // Refused or not: the account may stand elsewhere than the page says, and the log has grown.
    onSettled: () => queries.invalidateQueries({ queryKey: ['admin'] }),
  });
}

/** Counts over everything, so it is asked for only when somebody wants it. */
export function useAudit() {
  return useQuery({
    queryKey: ['admin', 'audit'],
    queryFn: ({ signal }) => call(auditBooks, {}, { signal }),
    meta: { of: 'person' },
  });
}

export function useDeeds({ page = 1, actor, action, subject, from, to }: AuditSearch) {
  return useQuery({
    queryKey: ['admin', 'deeds', { page, actor, action, subject, from, to }],
    queryFn: ({ signal }) =>
      call(
        listDeeds,
        {
          page,
          limit: PAGE_LIMIT,
          ...(actor === undefined ? {} : { actor }),
          ...(action === undefined ? {} : { action }),
          ...(subject === undefined ? {} : { subject }),
          ...(from === undefined ? {} : { from: startOfDay(from) }),
          ...(to === undefined ? {} : { to: endOfDay(to) }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    meta: { of: 'person' },
  });
}

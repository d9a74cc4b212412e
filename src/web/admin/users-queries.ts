// The operators' calls about people, and about what operators did.
import { runAudit } from '#contract/admin.ts';
import {
  changeUserRole,
  endUserSessions,
  listUsers,
  lockUser,
  removeUserTwoFactor,
  showUser,
  unlockUser,
} from '#contract/admin-users.ts';
import { listAuditEntries } from '#contract/audit-log.ts';
import type { Role } from '#domain/access.ts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { endOfDay, startOfDay } from '../ui/moments.ts';
import type { AuditSearch, UsersSearch } from './users-search.ts';

const PAGE_LIMIT = 20;

export function useUsers({ id: _open, page = 1, ...filters }: UsersSearch) {
  return useQuery({
    queryKey: ['admin', 'users', 'list', { page, ...filters }],
    queryFn: ({ signal }) => call(listUsers, { page, limit: PAGE_LIMIT, ...filters }, { signal }),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

export function useUser(id: string) {
  return useQuery({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => call(showUser, { id }, { signal }),
    meta: { of: 'person' },
  });
}

/** What an admin does to an account; a reason goes with what its owner notices. */
export type AccountAction =
  | { verb: 'role'; role: Role }
  | { verb: 'lock' | 'unlock'; reason: string }
  | { verb: 'end sessions' }
  | { verb: 'remove two-factor' };

export function useAccountAction(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (action: AccountAction): Promise<unknown> => {
      switch (action.verb) {
        case 'role':
          return call(changeUserRole, { id, role: action.role });
        case 'lock':
          return call(lockUser, { id, reason: action.reason });
        case 'unlock':
          return call(unlockUser, { id, reason: action.reason });
        case 'end sessions':
          return call(endUserSessions, { id });
        case 'remove two-factor':
          return call(removeUserTwoFactor, { id });
      }
    },
    // Also when it was refused: somebody else may have been faster.
    onSettled: () =>
      void Promise.all([
        queries.invalidateQueries({ queryKey: ['admin', 'users'] }),
        queries.invalidateQueries({ queryKey: ['admin', 'audit'] }),
      ]),
  });
}

export function useAuditEntries({
  id: _open,
  view: _view,
  from,
  to,
  page = 1,
  ...filters
}: AuditSearch) {
  return useQuery({
    queryKey: ['admin', 'audit', 'actions', { page, from, to, ...filters }],
    queryFn: ({ signal }) =>
      call(
        listAuditEntries,
        {
          page,
          limit: PAGE_LIMIT,
          ...filters,
          ...(from === undefined ? {} : { from: startOfDay(from) }),
          ...(to === undefined ? {} : { to: endOfDay(to) }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    meta: { of: 'person' },
  });
}

/** It reads every row of the books: asked for by a person, and kept until they ask again. */
export function useAudit() {
  return useQuery({
    queryKey: ['admin', 'audit', 'promises'],
    queryFn: ({ signal }) => call(runAudit, {}, { signal }),
    staleTime: Infinity,
    meta: { of: 'person' },
  });
}

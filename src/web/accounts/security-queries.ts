// The calls about what guards an account. None is tried again by itself when it came too often: whoever
// typed a password wants to know at once.
import {
  changeEmail,
  changePassword,
  confirmEmail,
  confirmTwoFactor,
  endSession,
  endSessions,
  listSessions,
  setUpTwoFactor,
  showSecurity,
  turnOffTwoFactor,
} from '#contract/accounts-security.ts';
import type { Endpoint, Reply, Sent } from '#contract/endpoint.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { updateSessionUser } from '../api/session.ts';
import { useReloadProfile } from './queries.ts';

const SECURITY = ['security'];
const SESSIONS = ['sessions'];
/** They say whether the second factor is on. */
const SETTINGS = ['settings'];

export function useSecurity() {
  return useQuery({
    queryKey: SECURITY,
    queryFn: ({ signal }) => call(showSecurity, {}, { signal }),
    meta: { of: 'person' },
  });
}

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS,
    queryFn: ({ signal }) => call(listSessions, {}, { signal }),
    meta: { of: 'person' },
  });
}

/** A call of one of these rows; `stale` is asked for again afterwards. */
function useChange<Row extends Endpoint>(row: Row, ...stale: string[][]) {
  const queries = useQueryClient();
  const readAgain = () =>
    Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey })));
  return useMutation<Reply<Row>, Error, Sent<Row>>({
    mutationFn: (sent) => call(row, sent, { retry: false }),
    onSuccess: readAgain,
    // Who was refused is told at once.
    onError: () => void readAgain(),
  });
}

export const useChangePassword = () => useChange(changePassword, SECURITY, SESSIONS);
export const useChangeEmail = () => useChange(changeEmail, SECURITY);
export const useSetUpTwoFactor = () => useChange(setUpTwoFactor);
export const useConfirmTwoFactor = () => useChange(confirmTwoFactor, SECURITY, SETTINGS);
export const useTurnOffTwoFactor = () => useChange(turnOffTwoFactor, SECURITY, SETTINGS);
export const useEndSession = () => useChange(endSession, SESSIONS);
/** Nothing is asked for again: nobody is signed in any more. */
export const useEndSessions = () => useChange(endSessions);

/** The header and the profile show the new address at once. */
export function useConfirmEmail() {
  const confirm = useChange(confirmEmail, SECURITY);
  const reloadProfile = useReloadProfile();
  return {
    ...confirm,
    confirm: async (code: string) => {
      const { user } = await confirm.mutateAsync({ code });
      updateSessionUser({ email: user.email, emailVerified: user.emailVerified });
      await reloadProfile();
      return user;
    },
  };
}

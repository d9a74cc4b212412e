import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { loadCode } from '../api/load-code.ts';
import { signOut, useSignedInUser, type SessionUser } from '../api/session.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** The current user: undefined until the browser's storage is read (the server never knows), null for a visitor. */
export function useVisitor(): SessionUser | null | undefined {
  const user = useSignedInUser();
  return useHydrated() ? user : undefined;
}

/** The part of an address before the @, or "User". */
export function shortName(email: string | undefined): string {
  return email?.split('@')[0] || 'User';
}

async function tellLoggedOut(): Promise<void> {
  const { logout } = await loadCode(import('#contract/accounts.ts'));
  await call(logout, {}, { retry: false });
}

const LOGOUT_WAIT_MS = 2000;

/**
 * Logs out, then goes to the home page; or stays, if the page's guard requires another user. Notifies the server, but
 * waits at most 2 s for it.
 */
export function useLogOut(then: 'go home' | 'stay' = 'go home'): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const told = tellLoggedOut().catch(() => null);
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LOGOUT_WAIT_MS))]);
    // Navigates first: a page that requires sign-in would ask for it as soon as no user is signed in.
    if (then === 'go home') await navigate({ to: '/' });
    signOut();
  };
}

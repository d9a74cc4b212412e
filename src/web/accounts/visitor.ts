import { useNavigate } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { loadCode } from '../api/load-code.ts';
import { signOut, useSignedInUser, type SessionUser } from '../api/session.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/**
 * Returns the signed-in user; null if nobody is signed in; undefined on the server and until the browser's storage is
 * read.
 */
export function useVisitor(): SessionUser | null | undefined {
  const user = useSignedInUser();
  return useHydrated() ? user : undefined;
}

/** Returns the part of an email address before the @, or "User". */
export function shortName(email: string | undefined): string {
  return email?.split('@')[0] || 'User';
}

async function tellLoggedOut(): Promise<void> {
  const { logout } = await loadCode(import('#contract/accounts.ts'));
  await call(logout, {}, { retry: false });
}

const LOGOUT_WAIT_MS = 2000;

/**
 * Logs the user out and goes to the home page. With 'stay', the user stays on the page, which then asks for another
 * user. Notifies the server first, but waits for the server at most 2 s.
 */
export function useLogOut(then: 'go home' | 'stay' = 'go home'): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    const told = tellLoggedOut().catch(() => null);
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, LOGOUT_WAIT_MS))]);
    // Navigates before signing out. In the opposite order, a page that requires sign-in would immediately show the
    // sign-in page.
    if (then === 'go home') await navigate({ to: '/' });
    signOut();
  };
}

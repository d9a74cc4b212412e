// Who is signed in, as this browser knows it: tokens under their own names, the rest under the product's.
// Signed in means that all of them are there.
import type { login } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Role } from '#domain/access.ts';
import { create } from 'zustand';
import { browserStorage } from '../browser/browser-storage.ts';
import { forgetTab } from '../browser/tab-memory.ts';

/** The product's name, whatever an operator calls the shop: no visitor reads it, and renaming a shop signs nobody out (choice 774). */
const SESSION_KEY = 'felt-and-foil';
/** Where some releases kept it: taken over once, then removed. */
const EARLIER_SESSION_KEY = 'shop';
const ACCESS_KEY = 'access_token';
const REFRESH_KEY = 'refresh_token';
/** Written by older clients: read where there is no access token, never written. */
const LEGACY_ACCESS_KEY = 'auth_token';
/** Written for a moment, to tell the other tabs that somebody logged out here. */
const LOGGED_OUT_KEY = 'logged-out';

export type SessionUser = {
  id: string;
  email: string;
  role: Role;
  emailVerified: boolean;
  /** ISO 8601: the account is going to be deleted then. Null or left out: it stays. */
  deletionDueAt?: string | null;
  /** ISO 8601. */
  created_at: string;
};

/** `packId` is a pack type's id. */
export type CartLine = { packId: string; quantity: number };

type Session = {
  user: SessionUser | null;
  isAuthenticated: boolean;
  /** The last pack types that were fetched, in wire form, and when (epoch milliseconds). */
  packTypes: unknown;
  packTypesFetchedAt: number | null;
  /** What somebody put into their cart, signed in or not. */
  cart: CartLine[];
};

const SIGNED_OUT: Session = {
  user: null,
  isAuthenticated: false,
  packTypes: null,
  packTypesFetchedAt: null,
  cart: [],
};

export const useSession = create<Session>(() => SIGNED_OUT);

/** The state as it is written: writing it again would tell the other tabs of nothing. */
let written: Session = SIGNED_OUT;

useSession.subscribe((state) => {
  if (state !== written) browserStorage.setItem(SESSION_KEY, JSON.stringify(wrap(state)));
});

/** The form in which the browsers of every earlier visit have it. */
function wrap(state: Session) {
  return { state, version: 0 };
}

/** Takes up what an earlier visit or another tab wrote; whoever shows it looks again, even at the same. */
function readSession(): void {
  written = { ...useSession.getState(), ...storedSession() };
  useSession.setState(written, true);
}

function storedSession(): Session | undefined {
  try {
    const stored = JSON.parse(browserStorage.getItem(SESSION_KEY) ?? 'null') as unknown;
    return (stored as ReturnType<typeof wrap> | null)?.state;
  } catch {
    return undefined; // Not what we wrote.
  }
}

/** Whoever was here before goes on where they were. */
function takeOverEarlier(): void {
  const earlier = browserStorage.getItem(EARLIER_SESSION_KEY);
  if (earlier === null) return;
  if (browserStorage.getItem(SESSION_KEY) === null) browserStorage.setItem(SESSION_KEY, earlier);
  browserStorage.removeItem(EARLIER_SESSION_KEY);
}

takeOverEarlier();
readSession();

export type Tokens = { access_token: string; refresh_token: string };

export function accessToken(): string | null {
  return browserStorage.getItem(ACCESS_KEY) ?? browserStorage.getItem(LEGACY_ACCESS_KEY);
}

export function refreshToken(): string | null {
  return browserStorage.getItem(REFRESH_KEY);
}

export function storeTokens(tokens: Tokens): void {
  browserStorage.setItem(ACCESS_KEY, tokens.access_token);
  browserStorage.setItem(REFRESH_KEY, tokens.refresh_token);
}

function userOf({ user, isAuthenticated }: Session): SessionUser | null {
  if (!isAuthenticated || accessToken() === null || refreshToken() === null) return null;
  return user;
}

/** The person who is signed in at this moment, or null. */
export function signedInUser(): SessionUser | null {
  return userOf(useSession.getState());
}

/** The same for a component. Null on the server and while hydrating. */
export function useSignedInUser(): SessionUser | null {
  return useSession(userOf);
}

/** Keeps what login or register answered. */
export function signIn(answer: Reply<typeof login>): void {
  storeTokens(answer);
  const { created_at, deletionDueAt, ...user } = answer.user;
  useSession.setState({
    user: {
      ...user,
      deletionDueAt: deletionDueAt?.toISOString() ?? null,
      created_at: created_at.toISOString(),
    },
    isAuthenticated: true,
  });
}

/** Notes a change of the signed-in user, such as a confirmed address. */
export function updateSessionUser(change: Partial<SessionUser>): void {
  const { user } = useSession.getState();
  if (user !== null) useSession.setState({ user: { ...user, ...change } });
}

/** Forgets the person, every token, their cart and what they left unfinished, in the other tabs too; the catalogue stays. */
export function signOut(): void {
  forgetTab();
  useSession.setState({ cart: [] });
  endSession();
  browserStorage.setItem(LOGGED_OUT_KEY, '');
  browserStorage.removeItem(LOGGED_OUT_KEY);
}

/** Forgets the person and every token: whoever signs in again goes on with what they were typing. */
function endSession(): void {
  for (const key of [ACCESS_KEY, REFRESH_KEY, LEGACY_ACCESS_KEY]) browserStorage.removeItem(key);
  useSession.setState({ user: null, isAuthenticated: false });
}

let isLost = false;

/** The shop knows the session no more, which nobody asked for: a page says so (`takeLoss`). */
export function loseSession(): void {
  isLost = signedInUser() !== null;
  endSession();
}

/** Whether a session was lost since the last time that this was asked. */
export function takeLoss(): boolean {
  const was = isLost;
  isLost = false;
  return was;
}

/** Calls back whenever another person, or nobody, is signed in. Returns a function to stop it. */
export function onPersonChange(listener: () => void): () => void {
  let personId = signedInUser()?.id;
  return useSession.subscribe(() => {
    const nowId = signedInUser()?.id;
    if (nowId === personId) return;
    personId = nowId;
    listener();
  });
}

const OURS = new Set([SESSION_KEY, ACCESS_KEY, REFRESH_KEY]);

/** Follows what other tabs of the shop do to the session. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === LOGGED_OUT_KEY) forgetTab();
    // Tokens are not part of the state, but reading it again makes every reader look at them too.
    if (key === null || OURS.has(key)) readSession();
  });
}

/** Whether an access token has run out; one that can't be read counts as valid, the server decides. */
export function isExpired(token: string, nowMs: number): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' && exp * 1000 <= nowMs;
  } catch {
    return false;
  }
}

// The signed-in user in the browser's storage. Each token has its own key. One key with the product's name holds
// everything else. A user is signed in only if all of these keys exist.
import type { login } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Role } from '#domain/access.ts';
import { create } from 'zustand';
import { browserStorage } from '../browser/browser-storage.ts';
import { forgetTab } from '../browser/tab-memory.ts';

/**
 * The product's name, not the shop's, so that renaming the shop signs nobody out. No visitor sees this key (choice
 * 774).
 */
const SESSION_KEY = 'felt-and-foil';
/** The key of some earlier releases. Its value is moved to `SESSION_KEY` once. */
const EARLIER_SESSION_KEY = 'shop';
const ACCESS_KEY = 'access_token';
const REFRESH_KEY = 'refresh_token';
/** The key of older clients. It is read if there is no access token, and never written. */
const LEGACY_ACCESS_KEY = 'auth_token';
/** Written for a moment, to notify the other tabs of a logout in this tab. */
const LOGGED_OUT_KEY = 'logged-out';

export type SessionUser = {
  id: string;
  email: string;
  role: Role;
  emailVerified: boolean;
  /** The time when the account will be deleted, as ISO 8601. Null or omitted if no deletion is due. */
  deletionDueAt?: string | null;
  /** ISO 8601. */
  created_at: string;
};

/** `packId` is a pack type's id. */
export type CartLine = { packId: string; quantity: number };

type Session = {
  user: SessionUser | null;
  isAuthenticated: boolean;
  /** The most recently fetched pack types, in wire form. */
  packTypes: unknown;
  packTypesFetchedAt: number | null;
  /** The contents of the cart, whether the user is signed in or not. */
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

/**
 * The state as last stored. An equal state is not stored again, because other tabs would get a storage event without a
 * change.
 */
let written: Session = SIGNED_OUT;

useSession.subscribe((state) => {
  if (state !== written) browserStorage.setItem(SESSION_KEY, JSON.stringify(wrap(state)));
});

/** Wraps the state in the format that earlier visits have stored in browsers. */
function wrap(state: Session) {
  return { state, version: 0 };
}

/**
 * Reads the session that an earlier visit or another tab stored. Subscribers are called even if the session is
 * unchanged.
 */
function readSession(): void {
  written = { ...useSession.getState(), ...storedSession() };
  useSession.setState(written, true);
}

function storedSession(): Session | undefined {
  try {
    const stored = JSON.parse(browserStorage.getItem(SESSION_KEY) ?? 'null') as unknown;
    return (stored as ReturnType<typeof wrap> | null)?.state;
  } catch {
    return undefined; // Invalid JSON: this code did not write it.
  }
}

/** Moves the session of an earlier release to the current key, so that its user stays signed in. */
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

/** The currently signed-in user, or null. */
export function signedInUser(): SessionUser | null {
  return userOf(useSession.getState());
}

/** `signedInUser` for a component. Null on the server and while hydrating. */
export function useSignedInUser(): SessionUser | null {
  return useSession(userOf);
}

/** Stores the user and the tokens from the response of login or register. */
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

/** Stores a change of the signed-in user, such as a confirmed email address. */
export function updateSessionUser(change: Partial<SessionUser>): void {
  const { user } = useSession.getState();
  if (user !== null) useSession.setState({ user: { ...user, ...change } });
}

/**
 * Deletes the user, every token, the cart and all unfinished input, in the other tabs too. The stored pack types stay.
 */
export function signOut(): void {
  forgetTab();
  useSession.setState({ cart: [] });
  endSession();
  browserStorage.setItem(LOGGED_OUT_KEY, '');
  browserStorage.removeItem(LOGGED_OUT_KEY);
}

/** Deletes the user and every token. Unfinished input stays, so that the user can continue after signing in again. */
function endSession(): void {
  for (const key of [ACCESS_KEY, REFRESH_KEY, LEGACY_ACCESS_KEY]) browserStorage.removeItem(key);
  useSession.setState({ user: null, isAuthenticated: false });
}

let isLost = false;

/** Ends the session because the shop no longer accepts it. A page tells the user afterwards (`takeLoss`). */
export function loseSession(): void {
  isLost = signedInUser() !== null;
  endSession();
}

/** Returns whether a session was lost since the last call. */
export function takeLoss(): boolean {
  const was = isLost;
  isLost = false;
  return was;
}

/** Calls `listener` whenever another user signs in or the user signs out. Returns a function that unsubscribes. */
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

/** Applies the session changes of other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === LOGGED_OUT_KEY) forgetTab();
    // A change of a token re-reads the session too. This calls the subscribers, which then check the tokens.
    if (key === null || OURS.has(key)) readSession();
  });
}

/**
 * Returns whether an access token has expired. An unreadable token counts as valid, because the server will check it.
 */
export function isExpired(token: string, nowMs: number): boolean {
  try {
    const payload = token.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    const { exp } = JSON.parse(atob(payload)) as { exp?: unknown };
    return typeof exp === 'number' && exp * 1000 <= nowMs;
  } catch {
    return false;
  }
}

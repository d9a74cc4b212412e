// Stores the signed-in user in the browser. Each token has its own key; one key with the product's name holds
// everything else. A user is signed in only if all of these keys exist.
import type { login } from '#contract/accounts.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { Right, Role } from '#domain/access.ts';
import { create } from 'zustand';
import { browserStorage } from '../browser/browser-storage.ts';
import { forgetTab } from '../browser/tab-memory.ts';

/**
 * The key has the product's name instead of the shop's, so that renaming the shop signs nobody out. Visitors never see
 * this key (choice 774).
 */
const SESSION_KEY = 'felt-and-foil';
/** The key of earlier releases. A session under this key is moved to `SESSION_KEY` once. */
const EARLIER_SESSION_KEY = 'shop';
const ACCESS_KEY = 'access_token';
const REFRESH_KEY = 'refresh_token';
/** The key of older clients. It is read if there is no access token. It is never written. */
const LEGACY_ACCESS_KEY = 'auth_token';
/** A key that is written and removed at once, to notify the other tabs of a logout in this tab. */
const LOGGED_OUT_KEY = 'logged-out';

export type SessionUser = {
  id: string;
  email: string;
  role: Role;
  /** Only for the role `staff`. */
  rights?: Right[] | undefined;
  emailVerified: boolean;
  /** When the account will be deleted, as ISO 8601. Null or omitted if no deletion is scheduled. */
  deletionDueAt?: string | null;
  /** When the account was created, as ISO 8601. */
  created_at: string;
};

/** A line of the cart. `packId` is the id of a pack type. */
export type CartLine = { packId: string; quantity: number };

type Session = {
  user: SessionUser | null;
  isAuthenticated: boolean;
  /** The most recently fetched pack types, in wire form. */
  packTypes: unknown;
  packTypesFetchedAt: number | null;
  /** The contents of the cart, whether the user is signed in or not. */
  cart: CartLine[];
  /** The singles in the cart, by the ids under which the shop sells them. */
  singles: string[];
};

const SIGNED_OUT: Session = {
  user: null,
  isAuthenticated: false,
  packTypes: null,
  packTypesFetchedAt: null,
  cart: [],
  singles: [],
};

export const useSession = create<Session>(() => SIGNED_OUT);

/**
 * The state that was stored last. The same state is not stored again, because other tabs would get a storage event
 * although nothing has changed.
 */
let written: Session = SIGNED_OUT;

useSession.subscribe((state) => {
  if (state !== written) browserStorage.setItem(SESSION_KEY, JSON.stringify(wrap(state)));
});

/** Wraps the state in the format in which earlier visits stored it. */
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
    return undefined; // The text is not valid JSON, so this code did not write it.
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
export function signIn(session: Reply<typeof login>): void {
  storeTokens(session);
  const { created_at, deletionDueAt, ...user } = session.user;
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
 * Deletes the user, every token, the cart and all unfinished input. The other tabs delete their unfinished input too.
 * The stored pack types stay.
 */
export function signOut(): void {
  forgetTab();
  useSession.setState({ cart: [], singles: [] });
  endSession();
  browserStorage.setItem(LOGGED_OUT_KEY, '');
  browserStorage.removeItem(LOGGED_OUT_KEY);
}

/** Deletes the user and every token. Unfinished input stays, so that the user can continue after signing in again. */
function endSession(): void {
  for (const key of [ACCESS_KEY, REFRESH_KEY, LEGACY_ACCESS_KEY]) browserStorage.removeItem(key);
  useSession.setState({ user: null, isAuthenticated: false });
}

/** What a page says of a lost session: it is too old, or the shop has ended it. */
export const LOSS_WORDS = {
  expired: 'Your session has expired. Please log in again.',
  signed_out: 'The shop has signed you out. Please log in again.',
} as const;
export type Loss = keyof typeof LOSS_WORDS;

let loss: Loss | null = null;

/** Ends the session because the shop no longer accepts it. The page tells the user afterwards (`takeLoss`). */
export function loseSession(why: Loss): void {
  loss = signedInUser() === null ? null : why;
  endSession();
}

/** Returns why the session was lost since `takeLoss` was last called; null if it was not. */
export function takeLoss(): Loss | null {
  const was = loss;
  loss = null;
  return was;
}

/** Calls `listener` whenever the signed-in user changes, also to nobody. Returns a function that unsubscribes. */
export function onPersonChange(listener: () => void): () => void {
  let personId = signedInUser()?.id;
  return useSession.subscribe(() => {
    const nowId = signedInUser()?.id;
    if (nowId === personId) return;
    personId = nowId;
    listener();
  });
}

/** Calls `listener` whenever the signed-in user gets other rights. Returns a function that unsubscribes. */
export function onRightsChange(listener: () => void): () => void {
  let before = signedInUser();
  return useSession.subscribe(() => {
    const [was, now] = [before, signedInUser()];
    before = now;
    if (was === null || now === null || was.id !== now.id) return;
    if (was.role !== now.role || String(was.rights) !== String(now.rights)) listener();
  });
}

const OURS = new Set([SESSION_KEY, ACCESS_KEY, REFRESH_KEY]);

/** Applies the session changes of other tabs. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === LOGGED_OUT_KEY) forgetTab();
    // A token that another tab changed is in the storage already. Reading the session again runs the subscribers, which
    // check the token.
    if (key === null || OURS.has(key)) readSession();
  });
}

/**
 * Returns whether an access token has expired. If the token is unreadable, returns false, because the server will check
 * the token.
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

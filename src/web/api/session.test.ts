import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { browserStorage } from '../browser/browser-storage.ts';
import {
  loseSession,
  onPersonChange,
  onRightsChange,
  signedInUser,
  signIn,
  signOut,
  followOtherTabs,
  takeLoss,
  updateSessionUser,
  useSession,
} from './session.ts';

const KEY = 'felt-and-foil';
const MIRA = {
  id: '7f3c9100-0000-4000-8000-000000000001',
  email: 'mira@example.com',
  role: 'user' as const,
  emailVerified: true,
};
const ADA = { ...MIRA, id: '7f3c9100-0000-4000-8000-000000000002', email: 'ada@example.com' };
const CREATED = '2026-01-01T00:00:00.000Z';

/** The handler with which this tab hears that another tab has changed the storage. */
let heard: (event: { key: string | null }) => void;

beforeEach(() => {
  const addEventListener = (_type: string, listener: typeof heard) => (heard = listener);
  vi.stubGlobal('window', { addEventListener });
  followOtherTabs();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  signOut();
});

function enter(): void {
  const user = { ...MIRA, created_at: new Date(CREATED) };
  signIn({ access_token: 'token', refresh_token: 'refresh', user });
}

function writeElsewhere(text: string): void {
  browserStorage.setItem(KEY, text);
  heard({ key: KEY });
}

test('a signed-in user is stored in the form of every earlier visit', () => {
  enter();
  expect(JSON.parse(browserStorage.getItem(KEY)!)).toEqual({
    state: {
      user: { ...MIRA, deletionDueAt: null, created_at: CREATED },
      isAuthenticated: true,
      packTypes: null,
      packTypesFetchedAt: null,
      cart: [],
      singles: [],
    },
    version: 0,
  });
});

test('a cart that an earlier release stored has no singles', () => {
  enter();
  const { state } = JSON.parse(browserStorage.getItem(KEY)!) as { state: { singles?: string[] } };
  const { singles: _later, ...earlier } = state;
  writeElsewhere(JSON.stringify({ state: earlier, version: 0 }));
  expect(useSession.getState().singles).toEqual([]);
});

test('a sign-in in another tab signs in here too, without an event back', () => {
  enter();
  const people: (string | undefined)[] = [];
  const stop = onPersonChange(() => people.push(signedInUser()?.email));
  const state = { user: { ...ADA, created_at: CREATED }, isAuthenticated: true };
  const text = JSON.stringify({ state, version: 0 });
  writeElsewhere(text);
  stop();
  expect(people).toEqual(['ada@example.com']);
  expect(browserStorage.getItem(KEY)).toBe(text);
});

test('a logout in another tab logs out here, also if only the tokens are gone', () => {
  enter();
  const people: (string | undefined)[] = [];
  const stop = onPersonChange(() => people.push(signedInUser()?.email));
  browserStorage.removeItem('access_token');
  heard({ key: 'access_token' });
  stop();
  expect(people).toEqual([undefined]);
});

test('a lost session is reported once, with the reason, and only to somebody who was signed in', () => {
  enter();
  loseSession('signed_out');
  expect([signedInUser(), takeLoss(), takeLoss()]).toEqual([null, 'signed_out', null]);
  loseSession('expired');
  expect(takeLoss()).toBeNull();
});

test('a listener hears of a right that somebody lost or got, and not of a sign-in', () => {
  const heard = vi.fn<() => void>();
  const stop = onRightsChange(heard);
  enter();
  updateSessionUser({ emailVerified: true });
  expect(heard).not.toHaveBeenCalled();
  updateSessionUser({ role: 'staff', rights: ['packing', 'support'] });
  updateSessionUser({ rights: ['packing'] });
  expect(heard).toHaveBeenCalledTimes(2);
  signOut();
  expect(heard).toHaveBeenCalledTimes(2);
  stop();
});

test.each(['', 'no JSON', 'null', '7', '{}'])('a stored session %j is left alone', (text) => {
  enter();
  writeElsewhere(text);
  expect(signedInUser()?.email).toBe('mira@example.com');
});

test('a user with a session under the earlier key stays signed in', async () => {
  const cart = [{ packId: 'magic-mid-draft', quantity: 2 }];
  const stored = new Map([['shop', JSON.stringify({ state: { cart }, version: 0 })]]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal('document', {});
  vi.stubGlobal('window', { localStorage: storage, sessionStorage: storage });
  vi.resetModules();
  const { useSession } = await import('./session.ts');
  expect(useSession.getState().cart).toEqual(cart);
  expect([...stored.keys()]).toEqual([KEY]);
  // Files share a worker's modules. A later file must not get the modules that use this test's storage.
  vi.resetModules();
});

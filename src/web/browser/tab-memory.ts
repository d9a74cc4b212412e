// The unfinished input of a user in this tab. All of it is stored in one place with its owner, and deleted at logout,
// so that the next user of a shared computer finds none of it.
import { browserStorage, tabStorage } from './browser-storage.ts';

const KEY = 'tab-memory';
/** The prefix of all keys that a checkout stores, in the tab or in the browser. */
const CHECKOUT = 'checkout-';

type Kept = { userId: string; values: Record<string, unknown> };

export type TabMemory<Value> = {
  keep: (userId: string, value: Value) => void;
  /** What this user left in this tab, or null. Another user's data is never returned. */
  recall: (userId: string) => Value | null;
  forget: () => void;
};

/** Data that a tab stores for one user, across reloads and after leaving the page. */
export function tabMemory<Value>(name: string): TabMemory<Value> {
  return {
    keep: (userId, value) => {
      const kept = read();
      const values = kept?.userId === userId ? kept.values : {};
      write({ userId, values: { ...values, [name]: value } });
    },
    recall: (userId) => {
      const kept = read();
      return kept?.userId === userId ? ((kept.values[name] as Value | undefined) ?? null) : null;
    },
    forget: () => {
      const kept = read();
      if (kept === null) return;
      const { [name]: _gone, ...values } = kept.values;
      write({ ...kept, values });
    },
  };
}

const forgetters = new Set<() => void>();

/** Registers a part of the page that must clear its own memory together with the unfinished input. */
export function onForget(forget: () => void): void {
  forgetters.add(forget);
}

/** Deletes all unfinished input in this tab, of every user. */
export function forgetTab(): void {
  tabStorage.removeItem(KEY);
  for (const store of [tabStorage, browserStorage]) {
    for (const name of store.names()) if (name.startsWith(CHECKOUT)) store.removeItem(name);
  }
  for (const forget of forgetters) forget();
}

function read(): Kept | null {
  try {
    const kept = JSON.parse(tabStorage.getItem(KEY) ?? 'null') as Kept | null;
    return typeof kept?.userId === 'string' && typeof kept.values === 'object' ? kept : null;
  } catch {
    return null; // Not written by us.
  }
}

function write(kept: Kept): void {
  tabStorage.setItem(KEY, JSON.stringify(kept));
}

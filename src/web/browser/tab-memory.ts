// The unfinished input of a user in this tab. It is stored in one place together with the user's id. Logout deletes it,
// so that the next user of a shared computer can't see it.
import { browserStorage, tabStorage } from './browser-storage.ts';

const KEY = 'tab-memory';
/** The prefix of all storage keys of a checkout, in the tab's storage and in the browser's. */
const CHECKOUT = 'checkout-';

type Kept = { userId: string; values: Record<string, unknown> };

export type TabMemory<Value> = {
  keep: (userId: string, value: Value) => void;
  /** Returns the value that this user stored in this tab, or null. Never returns another user's value. */
  recall: (userId: string) => Value | null;
  forget: () => void;
};

/** A value that a tab stores for one user. It survives reloads and leaving the page. */
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

/** Registers a function that runs whenever all unfinished input is deleted. */
export function onForget(forget: () => void): void {
  forgetters.add(forget);
}

/** Deletes the unfinished input of every user in this tab. */
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
    return null; // Invalid JSON: this code did not write it.
  }
}

function write(kept: Kept): void {
  tabStorage.setItem(KEY, JSON.stringify(kept));
}

// Stores a user's unfinished input in this tab, in one place together with the user's id. Logout deletes the input, so
// that the next user of a shared computer can't see it.
import { browserStorage, tabStorage } from './browser-storage.ts';

const KEY = 'tab-memory';
/** The prefixes of a user's other storage keys. The tab's storage and the browser's storage both have such keys. */
const OTHERS = ['checkout-', 'turned-'];

type Stored = { userId: string; values: Record<string, unknown> };

export type TabMemory<Value> = {
  store: (userId: string, value: Value) => void;
  /** Returns the value that this user stored in this tab; null if there is none, or only another user's value. */
  recall: (userId: string) => Value | null;
  forget: () => void;
};

/** Creates a memory for one value of a user in this tab. The value survives a reload, and a visit to another page. */
export function tabMemory<Value>(name: string): TabMemory<Value> {
  return {
    store: (userId, value) => {
      const stored = read();
      const values = stored?.userId === userId ? stored.values : {};
      write({ userId, values: { ...values, [name]: value } });
    },
    recall: (userId) => {
      const stored = read();
      return stored?.userId === userId
        ? ((stored.values[name] as Value | undefined) ?? null)
        : null;
    },
    forget: () => {
      const stored = read();
      if (stored === null) return;
      const { [name]: _gone, ...values } = stored.values;
      write({ ...stored, values });
    },
  };
}

const forgetters = new Set<() => void>();

/** Registers a function that runs whenever all unfinished input is deleted. */
export function onForget(forget: () => void): void {
  forgetters.add(forget);
}

/** Deletes all unfinished input in this tab, whichever user it belongs to. */
export function forgetTab(): void {
  tabStorage.removeItem(KEY);
  for (const store of [tabStorage, browserStorage]) {
    for (const name of store.names()) {
      if (OTHERS.some((prefix) => name.startsWith(prefix))) store.removeItem(name);
    }
  }
  for (const forget of forgetters) forget();
}

function read(): Stored | null {
  try {
    const stored = JSON.parse(tabStorage.getItem(KEY) ?? 'null') as Stored | null;
    return typeof stored?.userId === 'string' && typeof stored.values === 'object' ? stored : null;
  } catch {
    return null; // The text is not valid JSON, so this code did not write it.
  }
}

function write(stored: Stored): void {
  tabStorage.setItem(KEY, JSON.stringify(stored));
}

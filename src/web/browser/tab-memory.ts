// What somebody left unfinished in this tab. All of it is in one place with whose it is, and goes when
// they log out: on a shared computer the next person finds nothing of it.
import { browserStorage, tabStorage } from './browser-storage.ts';

const KEY = 'tab-memory';
/** How the names begin of all that a checkout keeps, in the tab or in the browser. */
const CHECKOUT = 'checkout-';

type Kept = { userId: string; values: Record<string, unknown> };

export type TabMemory<Value> = {
  keep: (userId: string, value: Value) => void;
  /** What this person left in this tab, or null; what somebody else left is nobody's to see. */
  recall: (userId: string) => Value | null;
  forget: () => void;
};

/** What a tab keeps for one person, over a page that is loaded again or left and come back to. */
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

/** What a part of the page keeps in its memory is forgotten with all that is left unfinished. */
export function onForget(forget: () => void): void {
  forgetters.add(forget);
}

/** Forgets everything that was left unfinished here, whosever it was. */
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
    return null; // Not what we wrote.
  }
}

function write(kept: Kept): void {
  tabStorage.setItem(KEY, JSON.stringify(kept));
}

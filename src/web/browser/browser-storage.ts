// The browser's storages if they work. Otherwise the page's memory, so that a user whose browser stores nothing can
// still sign in and pay until they close the tab.

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { names: () => string[] };

export const browserStorage: TextStore = working('localStorage') ?? memoryStorage();

/** Values that one tab stores across reloads. */
export const tabStorage: TextStore = working('sessionStorage') ?? memoryStorage();

function working(name: 'localStorage' | 'sessionStorage'): TextStore | null {
  if (typeof document === 'undefined') return null;
  try {
    const probe = 'probe';
    const store = window[name];
    store.setItem(probe, '');
    store.removeItem(probe);
    return {
      getItem: (key) => store.getItem(key),
      setItem: (key, value) => store.setItem(key, value),
      removeItem: (key) => store.removeItem(key),
      names: () => Object.keys(store),
    };
  } catch {
    return null;
  }
}

function memoryStorage(): TextStore {
  const entries = new Map<string, string>();
  return {
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    names: () => [...entries.keys()],
  };
}

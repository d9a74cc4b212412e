// The browser's storages. If a storage does not work, the page's memory replaces it, so that the user can still sign in
// and pay until the tab is closed.

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & { names: () => string[] };

export const browserStorage: TextStore = working('localStorage') ?? memoryStorage();

/** A storage for one tab. Its values survive a reload. */
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

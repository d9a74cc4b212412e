// localStorage where there is one that works; otherwise a memory of this page, so that a browser that
// keeps nothing can still sign in until the tab is closed.

type TextStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const browserStorage: TextStore = workingLocalStorage() ?? memoryStorage();

function workingLocalStorage(): TextStore | null {
  if (typeof document === 'undefined') return null;
  try {
    const probe = 'felt-and-foil-probe';
    window.localStorage.setItem(probe, '');
    window.localStorage.removeItem(probe);
    return window.localStorage;
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
  };
}

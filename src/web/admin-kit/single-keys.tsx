// Whether single keys, such as "/" for the search and j and k for rows, do something in this browser. They must be possible to
// turn off, because speech input types letters (WCAG 2.1.4).
import { useSyncExternalStore } from 'react';
import { browserStorage } from '../browser/browser-storage.ts';
import { Checkbox } from '../ui/checkbox.tsx';

const OFF = 'list-keys-off';
const listeners = new Set<() => void>();

function setKeys(areOn: boolean): void {
  if (areOn) browserStorage.removeItem(OFF);
  else browserStorage.setItem(OFF, 'yes');
  for (const listener of listeners) listener();
}

export function useKeysOn(): boolean {
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return useSyncExternalStore(
    subscribe,
    () => browserStorage.getItem(OFF) === null,
    () => true,
  );
}

export function SingleKeys() {
  const areOn = useKeysOn();
  return (
    <Checkbox
      label="Single keys: / searches, j and k move between rows, x selects a row"
      checked={areOn}
      onChange={() => setKeys(!areOn)}
    />
  );
}

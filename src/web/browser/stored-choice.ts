// What a visitor may choose and the system says otherwise: light or dark, more motion or less.
import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';

export type Choice<Option extends string> = {
  /** Whether the page is so now: chosen, or left to the system that asks for it. */
  isOn: (option: Option) => boolean;
  choose: (option: Option | 'system') => void;
  /** Follows the system and the other tabs. Called once, in the browser. */
  follow: () => void;
  /** What was chosen, for a component; the server draws `system`. */
  useChosen: () => Option | 'system';
  /** `isOn`, for a component; the server draws `onServer`. */
  useIsOn: (option: Option, onServer: boolean) => boolean;
};

/**
 * A choice that is kept under `key` in this browser. `media` is what the system asks for, and means
 * `asked`. `apply` brings the page to what was chosen, and again when the system changes.
 */
export function storedChoice<Option extends string>(choice: {
  key: string;
  options: readonly Option[];
  media: string;
  asked: Option;
  apply: (chosen: Option | 'system') => void;
}): Choice<Option> {
  const { key, options, media, asked, apply } = choice;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const isAsked = () => window.matchMedia(media).matches;
  const read = () => {
    const stored = browserStorage.getItem(key);
    return options.find((option) => option === stored) ?? 'system';
  };
  const isOn = (option: Option) => {
    const chosen = read();
    return chosen === 'system' ? isAsked() === (option === asked) : chosen === option;
  };
  const change = () => {
    apply(read());
    for (const listener of listeners) listener();
  };
  return {
    isOn,
    choose: (option) => {
      browserStorage.setItem(key, option);
      change();
    },
    follow: () => {
      change();
      window.matchMedia(media).addEventListener('change', change);
      window.addEventListener('storage', (event) => {
        if (event.key === key || event.key === null) change();
      });
    },
    useChosen: () => useSyncExternalStore(subscribe, read, () => 'system' as const),
    useIsOn: (option, onServer) =>
      useSyncExternalStore(
        subscribe,
        () => isOn(option),
        () => onServer,
      ),
  };
}

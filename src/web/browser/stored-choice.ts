// A setting of the system that a visitor may override: light or dark, more or less motion.
import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';

export type Choice<Option extends string> = {
  /** Whether the option is in effect: chosen here, or left to a system that asks for it. */
  isOn: (option: Option) => boolean;
  choose: (option: Option | 'system') => void;
  /** Follows changes of the system and of other tabs. Called once, in the browser. */
  follow: () => void;
  /** The stored choice, for a component; the server renders `system`. */
  useChosen: () => Option | 'system';
  /** `isOn`, for a component; the server renders `onServer`. */
  useIsOn: (option: Option, onServer: boolean) => boolean;
};

/**
 * A choice that this browser stores under `key`. If `media` matches, the system asks for the option `asked`. `apply`
 * updates the page to the choice, and again after the system changes.
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

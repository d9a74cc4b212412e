// A visitor's choice that overrides a setting of their system, such as light or dark, or less motion.
import { useSyncExternalStore } from 'react';
import { browserStorage } from './browser-storage.ts';

export type Choice<Option extends string> = {
  /** Returns whether `option` is in effect. If nothing was chosen in this browser, the system's setting decides. */
  isOn: (option: Option) => boolean;
  choose: (option: Option | 'system') => void;
  /**
   * Applies the choice, and applies it again after a change in the system or in another tab. Must be called once, in
   * the browser.
   */
  follow: () => void;
  /** Returns the stored choice, for a component. Returns `system` on the server. */
  useChosen: () => Option | 'system';
  /** `isOn` for a component. On the server, which does not know the choice, returns `onServer`. */
  useIsOn: (option: Option, onServer: boolean) => boolean;
};

/**
 * Creates a choice that this browser stores under `key`. `media`: the media query that matches if the system requests
 * the option `asked`. `apply`: updates the page to the choice.
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

// The router's context for every page, on the server and in the browser.
import type { Asker } from '../api/ask.ts';

/** The URLs of the built files. */
export type Assets = {
  entry: string;
  styles: string[];
  /** The code files of each screen, by the id of its route. Undefined in the browser, which doesn't know them. */
  screens?: Record<string, string[]>;
};

export type RouterContext = Asker & {
  assets: Assets;
  /** The shop's public origin, for link previews, which need absolute URLs. */
  origin: string;
};

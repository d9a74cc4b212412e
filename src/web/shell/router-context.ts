// The context of every page, on the server and in the browser.
import type { Asker } from '../api/ask.ts';

/** The names of the built files. */
export type Assets = {
  entry: string;
  styles: string[];
  /** The code of every page, and of each screen by its route's id. Only the server knows it. */
  screens?: Record<string, string[]>;
};

export type RouterContext = Asker & {
  assets: Assets;
  /** The shop's public origin, because link previews need absolute URLs. */
  origin: string;
};

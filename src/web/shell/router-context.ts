// What every page has at hand, whichever side draws it.
import type { Asker } from '../api/ask.ts';

/** The names of the built files. */
export type Assets = {
  entry: string;
  styles: string[];
  /** The code of every page, and of each screen by the id of its route. Only the server knows it. */
  screens?: Record<string, string[]>;
};

export type RouterContext = Asker & {
  assets: Assets;
  /** The shop's address as its visitors see it: previews of links want whole addresses. */
  origin: string;
};

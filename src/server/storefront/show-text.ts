// A text of the shop as its pages show it.
import * as rows from '#contract/storefront-texts.ts';
import { DEFAULT_TEXTS } from '#domain/default-texts.ts';
import { verb } from '../http/verb.ts';
import { shownText } from './shown-texts.ts';
import { findNewestText } from './shop-texts-queries.ts';

export const showText = verb(rows.showText, async ({ db, settings }, _caller, { key }) => {
  const written = await findNewestText(db, key);
  return shownText(written?.body ?? DEFAULT_TEXTS[key], settings.now());
});

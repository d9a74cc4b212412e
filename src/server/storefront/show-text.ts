// Shows a text of the shop in the form of the pages.
import * as rows from '#contract/storefront-texts.ts';
import { DEFAULT_TEXTS } from '#domain/default-texts.ts';
import { handler } from '../http/handler.ts';
import { listSealKinds } from '../catalogue/pack-types-queries.ts';
import { shownText } from './shown-texts.ts';
import { findNewestText } from './shop-texts-queries.ts';

export const showText = handler(rows.showText, async ({ db, settings }, _caller, { key }) => {
  const [written, kinds] = await Promise.all([findNewestText(db, key), listSealKinds(db)]);
  return shownText(written?.body ?? DEFAULT_TEXTS[key], settings.now(), kinds);
});

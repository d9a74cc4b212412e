// What the shop says of itself in whole sentences, as its operators wrote it.
import type { showText as ShowText, ShownText } from '#contract/storefront-texts.ts';
import type { PageTextKey } from '#domain/shop-texts.ts';
import { lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showText = lateRow<typeof ShowText>(
  { method: 'GET', path: '/texts/{key}', audience: 'anyone', reads: ['shop'] },
  async () => (await import('#contract/storefront-texts.ts')).showText,
);

const TRUSTED = { staleTime: 5 * 60_000 };

/** A text of the shop. Undefined while it is not known. */
export function useText(key: PageTextKey): ShownText | undefined {
  return useAsk(showText, { key }, TRUSTED).data;
}

/** Loads it: the server waits for it. A page can do without. */
export function loadText(asker: Asker, key: PageTextKey): Promise<void> {
  return prepare(asker, showText, { key }, TRUSTED);
}

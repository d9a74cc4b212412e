// Longer texts about the shop, which its operators wrote.
import type { showText as ShowText, ShownText } from '#contract/storefront-texts.ts';
import type { PageTextKey } from '#domain/shop-texts.ts';
import { lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showText = lateRow<typeof ShowText>(
  { method: 'GET', path: '/texts/{key}', audience: 'anyone', reads: ['shop'] },
  async () => (await import('#contract/storefront-texts.ts')).showText,
);

const TRUSTED = { staleTime: 5 * 60_000 };

/** Returns a text of the shop. Undefined until the text is loaded. */
export function useText(key: PageTextKey): ShownText | undefined {
  return useAsk(showText, { key }, TRUSTED).data;
}

/** Loads a text. The server waits for it. If it doesn't load, the page is rendered without the text. */
export function loadText(asker: Asker, key: PageTextKey): Promise<void> {
  return prepare(asker, showText, { key }, TRUSTED);
}

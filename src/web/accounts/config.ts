import type { Reply } from '#contract/endpoint.ts';
import type { showConfig as ShowConfig } from '#contract/storefront.ts';
import { known, lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showConfig = lateRow<typeof ShowConfig>(
  { method: 'GET', path: '/config', audience: 'anyone', reads: ['shop', 'catalogue'] },
  async () => (await import('#contract/storefront.ts')).showConfig,
);

const FOR_GOOD = { staleTime: Infinity, gcTime: Infinity };

type ShopConfig = Reply<typeof ShowConfig>;

/** Returns the shop's public settings: name, contact address, links. Undefined until the settings are loaded. */
export function useConfig(): ShopConfig | undefined {
  return useAsk(showConfig, {}, FOR_GOOD).data;
}

/**
 * Returns a function that reloads the settings, for use after the server has reported that this page's copy is
 * outdated.
 */
export function useConfigAgain(): () => void {
  const { refetch } = useAsk(showConfig, {}, FOR_GOOD);
  return () => void refetch();
}

/** Returns the shop's name, or an empty text until the settings are loaded. */
export function useShopName(): string {
  return useConfig()?.name ?? '';
}

/** Loads the settings. The server waits for the settings before it renders. */
export function loadConfig(asker: Asker): Promise<void> {
  return prepare(asker, showConfig, {}, FOR_GOOD);
}

/** Returns the settings, for code outside components. Returns undefined if the settings are not loaded. */
export function knownConfig({ queryClient }: Asker): ShopConfig | undefined {
  return known(queryClient, showConfig, {})?.reply;
}

/** Returns "Packs · Harbour Cards", or only the shop's name if no page name is given. */
export function fullTitle(shop: string, name?: string): string {
  return [name, shop].filter((part) => part !== undefined && part !== '').join(' · ');
}

/** `fullTitle` for a screen that replaces another one without a navigation. */
export function useFullTitle(name: string): string {
  return fullTitle(useShopName(), name);
}

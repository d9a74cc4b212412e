import type { Reply } from '#contract/endpoint.ts';
import type { showConfig as ShowConfig } from '#contract/storefront.ts';
import { known, lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showConfig = lateRow<typeof ShowConfig>(
  { method: 'GET', path: '/config', audience: 'anyone', reads: ['shop'] },
  async () => (await import('#contract/storefront.ts')).showConfig,
);

const FOR_GOOD = { staleTime: Infinity, gcTime: Infinity };

type ShopConfig = Reply<typeof ShowConfig>;

/** The shop's public settings: name, contact address, links. Undefined until they are loaded. */
export function useConfig(): ShopConfig | undefined {
  return useAsk(showConfig, {}, FOR_GOOD).data;
}

/** Reloads the settings after the server has reported that this page's copy is outdated. */
export function useConfigAgain(): () => void {
  const { refetch } = useAsk(showConfig, {}, FOR_GOOD);
  return () => void refetch();
}

/** The shop's name. Every page carries it. */
export function useShopName(): string {
  return useConfig()?.name ?? '';
}

/** Loads the settings. The server waits for them. */
export function loadConfig(asker: Asker): Promise<void> {
  return prepare(asker, showConfig, {}, FOR_GOOD);
}

/** The loaded settings, for code outside components. */
export function knownConfig({ queryClient }: Asker): ShopConfig | undefined {
  return known(queryClient, showConfig, {})?.answer;
}

/** "Packs · Harbour Cards"; without a page name, only the shop's name. */
export function fullTitle(shop: string, name?: string): string {
  return [name, shop].filter((part) => part !== undefined && part !== '').join(' · ');
}

/** The same for a screen that replaces another one without a navigation. */
export function useFullTitle(name: string): string {
  return fullTitle(useShopName(), name);
}

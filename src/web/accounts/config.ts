import type { Reply } from '#contract/endpoint.ts';
import type { showConfig as ShowConfig } from '#contract/storefront.ts';
import { known, lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showConfig = lateRow<typeof ShowConfig>(
  { method: 'GET', path: '/config', audience: 'anyone', reads: ['shop'] },
  async () => (await import('#contract/storefront.ts')).showConfig,
);

const FOR_GOOD = { staleTime: Infinity, gcTime: Infinity };

type ShopConfig = Reply<typeof ShowConfig>;

/** What the shop says of itself: its name, contact address, links. Undefined while it is not known. */
export function useConfig(): ShopConfig | undefined {
  return useAsk(showConfig, {}, FOR_GOOD).data;
}

/** Looks again, where the shop says that what this page knows of it is old. */
export function useConfigAgain(): () => void {
  const { refetch } = useAsk(showConfig, {}, FOR_GOOD);
  return () => void refetch();
}

/** What the shop is called. It comes with every page. */
export function useShopName(): string {
  return useConfig()?.name ?? '';
}

/** Loads it: the server waits for it. */
export function loadConfig(asker: Asker): Promise<void> {
  return prepare(asker, showConfig, {}, FOR_GOOD);
}

/** What is known of it, for what is no component. */
export function knownConfig({ queryClient }: Asker): ShopConfig | undefined {
  return known(queryClient, showConfig, {})?.answer;
}

/** "Packs · Harbour Cards"; without a name what the shop is called. */
export function fullTitle(shop: string, name?: string): string {
  return [name, shop].filter((part) => part !== undefined && part !== '').join(' · ');
}

/** The same for a screen that is shown in the place of another one. */
export function useFullTitle(name: string): string {
  return fullTitle(useShopName(), name);
}

import type { Reply } from '#contract/endpoint.ts';
import type { showConfig as ShowConfig } from '#contract/storefront.ts';
import { lateRow, prepare, useAsk, type Asker } from '../api/ask.ts';

const showConfig = lateRow<typeof ShowConfig>(
  { method: 'GET', path: '/config', audience: 'anyone', reads: [] },
  async () => (await import('#contract/storefront.ts')).showConfig,
);

const FOR_GOOD = { staleTime: Infinity, gcTime: Infinity };

/** What the shop says of itself: contact address, links. Undefined while it is not known. */
export function useConfig(): Reply<typeof ShowConfig> | undefined {
  return useAsk(showConfig, {}, FOR_GOOD).data;
}

/** Loads it: the server waits for it. */
export function loadConfig(asker: Asker): Promise<void> {
  return prepare(asker, showConfig, {}, FOR_GOOD);
}

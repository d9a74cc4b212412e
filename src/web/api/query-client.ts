// The cache of the server's responses. Queries do not retry by default, because the request client already retries.
import { QueryClient } from '@tanstack/react-query';

export type { QueryClient };

const CACHED_MS = 5 * 60_000; // How long unused responses stay cached (docs/product.md §14).

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: CACHED_MS,
        retry: false,
        // Sends requests even if the browser believes that it is offline. Then the user gets an error instead of
        // waiting.
        networkMode: 'always',
        // Refetches failed queries as soon as the browser is online again.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

// The cache of the server's responses. Queries do not retry by default, because the request client already retries.
import { QueryClient } from '@tanstack/react-query';

export type { QueryClient };

const KEPT_MS = 5 * 60_000; // How long unused responses stay cached (docs/product.md §14).

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        retry: false,
        // Send requests even if the browser believes that it is offline, so that the user gets an error instead of
        // waiting.
        networkMode: 'always',
        // Refetch failed queries as soon as the network is back.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

// The cache of the server's responses. The request client retries, so queries do not retry unless they ask for it.
import { QueryClient } from '@tanstack/react-query';

export type { QueryClient };

const KEPT_MS = 5 * 60_000; // Default query cache retention (docs/product.md §14).

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        retry: false,
        // A browser that believes it is offline still gets an error to show, instead of waiting.
        networkMode: 'always',
        // A query that failed offline is refetched once the network is back.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

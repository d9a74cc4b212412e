// The cache of what the server answered. The request client does the retrying, so queries do not,
// unless they say otherwise.
import { QueryClient } from '@tanstack/react-query';

export type { QueryClient };

const KEPT_MS = 5 * 60_000; // Default query cache retention (docs/product.md §14).

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: KEPT_MS,
        retry: false,
        // A browser that believes it is offline still gets an error to show instead of a wait.
        networkMode: 'always',
        // What failed without a network comes by itself once there is one again.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

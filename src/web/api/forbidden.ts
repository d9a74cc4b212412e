// Reports calls that the shop refuses for lack of a right: the rights of the signed-in user may have changed.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { asApiError } from './api-error.ts';

/** Calls `listener` whenever the shop has refused a call for lack of a right. Returns a function that unsubscribes. */
export function onForbidden(queries: QueryClient, listener: () => void): () => void {
  const hear = (event: { type: string; action?: object }) => {
    const error = event.action !== undefined && 'error' in event.action ? event.action.error : null;
    if (event.type === 'updated' && asApiError(error).code === 'FORBIDDEN') listener();
  };
  const stops = [queries.getQueryCache(), queries.getMutationCache()].map((cache) =>
    cache.subscribe(hear),
  );
  return () => stops.forEach((stop) => stop());
}

export function useOnForbidden(listener: () => void): void {
  const queries = useQueryClient();
  const hear = useEffectEvent(listener);
  useEffect(() => onForbidden(queries, () => hear()), [queries]);
}

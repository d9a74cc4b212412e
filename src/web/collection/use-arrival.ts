import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { messageOf } from '../api/messages.ts';
import { showToast } from '../ui/toast.tsx';
import type { MyCardsSearch } from './my-cards-search.ts';
import './navigation-state.ts';
import { useRefreshCards } from './queries.ts';

/** If the user comes from a shipping request, reloads the cards and then calls `onArrival`. */
export function useArrival(search: MyCardsSearch, onArrival: () => void): void {
  const { refreshCards, optimisticUpdate, shipmentId } = useLocation().state;
  const navigate = useNavigate();
  const refresh = useRefreshCards();
  const arrive = useEffectEvent(async () => {
    // Removes the instructions from the history entry, so that a reload or the Back button does not carry them out
    // again. The parcel's id stays in the entry.
    void navigate({ to: '/my-cards', search, replace: true, state: { shipmentId } });
    try {
      await refresh(optimisticUpdate?.cardIds ?? []);
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Failed to load cards. Please try again.',
        text: messageOf(error),
      });
    }
  });
  const finish = useEffectEvent(onArrival);
  useEffect(() => {
    if (refreshCards !== true) return;
    void arrive().then(finish);
  }, [refreshCards]);
}

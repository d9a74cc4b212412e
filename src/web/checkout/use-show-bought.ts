import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { FinishedPayment } from './queries.ts';

/**
 * Returns a function that replaces the checkout, also in the history, with the page that opens a payment's packs. If it
 * paid for singles alone, the page says where they are.
 */
export function useShowBought(): (payment: FinishedPayment) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ paymentIntentId, hasPacks }) =>
      void navigate({
        to: hasPacks ? '/card-opening' : '/checkout/success',
        search: { payment_intent: paymentIntentId },
        replace: true,
      }),
    [navigate],
  );
}

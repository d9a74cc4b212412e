import { useEffect } from 'react';
import { signedInUser } from '../api/session.ts';
import { storeTickets, type GivenTicket } from './own-knowledge.ts';

/** Stores the tickets of a card payment when the shop has returned them. */
export function useStoredTickets(
  tickets: readonly GivenTicket[] | undefined,
  paymentIntentId: string | undefined,
): void {
  useEffect(() => {
    const userId = signedInUser()?.id;
    if (userId !== undefined && tickets !== undefined) {
      void storeTickets(userId, tickets, paymentIntentId);
    }
  }, [tickets, paymentIntentId]);
}

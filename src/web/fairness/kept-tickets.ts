import { useEffect } from 'react';
import { signedInUser } from '../api/session.ts';
import { keepTickets, type GivenTicket } from './own-knowledge.ts';

/** Keeps the tickets of a card payment as soon as the shop has answered them. */
export function useKeptTickets(
  tickets: readonly GivenTicket[] | undefined,
  paymentIntentId: string | undefined,
): void {
  useEffect(() => {
    const userId = signedInUser()?.id;
    if (userId !== undefined && tickets !== undefined) {
      void keepTickets(userId, tickets, paymentIntentId);
    }
  }, [tickets, paymentIntentId]);
}

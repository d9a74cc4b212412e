import { useNavigate } from '@tanstack/react-router';

/** Returns a function that replaces the checkout with the card opening page of a payment. */
export function useOpenPacks(): (paymentIntentId: string) => void {
  const navigate = useNavigate();
  return (paymentIntentId) =>
    void navigate({
      to: '/card-opening',
      search: { payment_intent: paymentIntentId },
      replace: true,
    });
}

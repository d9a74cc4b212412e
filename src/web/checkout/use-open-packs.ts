import { useNavigate } from '@tanstack/react-router';

/** Goes to the card opening page with a payment, in place of the checkout. */
export function useOpenPacks(): (paymentIntentId: string) => void {
  const navigate = useNavigate();
  return (paymentIntentId) =>
    void navigate({
      to: '/card-opening',
      search: { payment_intent: paymentIntentId },
      replace: true,
    });
}

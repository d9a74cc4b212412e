// Where the card provider sends a shopper back to after a confirmation elsewhere.
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Banner } from '../ui/states.tsx';
import { forgetRememberedCart } from './cart.ts';

export const screen = createLazyRoute('/checkout/success')({ component: CheckoutSuccessPage });

const NOTICE_MS = 2000;

function CheckoutSuccessPage() {
  const { payment_intent: paymentIntentId, redirect_status: status } = screen.useSearch();
  const navigate = useNavigate();
  const isPaid = paymentIntentId !== undefined && status !== 'failed';

  useEffect(() => {
    if (!isPaid) {
      void navigate({ to: '/checkout', replace: true });
      return;
    }
    forgetRememberedCart();
    const timer = setTimeout(
      () =>
        void navigate({
          to: '/card-opening',
          search: { payment_intent: paymentIntentId },
          replace: true,
        }),
      NOTICE_MS,
    );
    return () => clearTimeout(timer);
  }, [isPaid, paymentIntentId, navigate]);

  return (
    <div className="page py-12">
      <h1 tabIndex={-1} className="mb-7 text-h2 sm:text-h1">
        Checkout
      </h1>
      {isPaid && (
        <Banner tone="brand">Payment completed successfully! Opening your packs...</Banner>
      )}
    </div>
  );
}

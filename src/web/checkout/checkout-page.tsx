// One linear page: what you buy, how you pay, what it costs, one button that says what happens.
import { CatchBoundary, createLazyRoute, Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import '../catalogue/navigation-state.ts';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/states.tsx';
import { nameOfCart, readCart, type Cart } from './cart.ts';
import { CartCheckout } from './cart-checkout.tsx';
import { CheckoutFrame, CheckoutLoading, EmptyCart } from './checkout-frame.tsx';
import './navigation-state.ts';
import { PaymentErrorScreen } from './payment-error-screen.tsx';
import { useFinishedPayment } from './queries.ts';
import { useOpenPacks } from './use-open-packs.ts';

export const screen = createLazyRoute('/checkout')({ component: CheckoutScreen });

/** Within the route, so that what its guard says of a session is not taken for an error of paying. */
function CheckoutScreen() {
  const { href } = useLocation();
  return (
    <CatchBoundary getResetKey={() => href} errorComponent={PaymentErrorScreen}>
      <CheckoutPage />
    </CatchBoundary>
  );
}

function CheckoutPage() {
  const { state } = useLocation();
  const search = screen.useSearch();
  return (
    <CheckoutFrame>
      {state.isOpened ? (
        <Opened />
      ) : (
        // Another cart is another checkout.
        <Checkout key={nameOfCart(state, search)} read={() => readCart(state, search)} />
      )}
    </CheckoutFrame>
  );
}

function Checkout({ read }: { read: () => Cart }) {
  const [cart] = useState(read);
  const { isPending, paid } = useFinishedPayment();
  const openPacks = useOpenPacks();

  // The page was loaded again in the middle of paying, and the money is here: on to the packs.
  useEffect(() => {
    if (paid !== null) openPacks(paid);
  }, [paid, openPacks]);

  if (isPending || paid !== null) return <CheckoutLoading text="Loading checkout" />;
  return cart.lines.length === 0 ? <EmptyCart /> : <CartCheckout first={cart} />;
}

/** After the results of a purchase with credits. */
function Opened() {
  const frame = useRef<HTMLDivElement>(null);
  // The dialog that was closed leads back to a button that is gone.
  useEffect(() => frame.current?.focus(), []);
  return (
    <div ref={frame} tabIndex={-1} className="outline-none">
      <EmptyState
        title="Your packs are open"
        text="Their cards are in your collection: sell, keep or ship each of them."
        action={
          <span className="flex flex-wrap justify-center gap-3">
            <Link to="/my-cards" className={buttonClass()}>
              View Collection
            </Link>
            <Link to="/" className={buttonClass({ look: 'secondary' })}>
              Continue Shopping
            </Link>
          </span>
        }
      />
    </div>
  );
}

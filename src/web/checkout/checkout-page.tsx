// The checkout page: the packs, the payment method, the price, and one button that names its action.
import { CatchBoundary, createLazyRoute, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import '../catalogue/navigation-state.ts';
import { nameOfCart, readCart, type Cart } from './cart.ts';
import { CartCheckout } from './cart-checkout.tsx';
import { CheckoutFrame, CheckoutLoading, EmptyCart } from './checkout-frame.tsx';
import './navigation-state.ts';
import { PacksOpened } from './packs-opened.tsx';
import { PaymentErrorScreen } from './payment-error-screen.tsx';
import { useFinishedPayment } from './queries.ts';
import { useOpenPacks } from './use-open-packs.ts';

export const screen = createLazyRoute('/checkout')({ component: CheckoutScreen });

/**
 * The error boundary is inside the route, so that errors of the route's guard don't reach it. They are not payment
 * errors.
 */
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
      {/* The key gives every cart and every visit a checkout of its own. */}
      <Checkout
        key={`${nameOfCart(state, search)} ${state.__TSR_index}`}
        isOpened={state.isOpened === true}
        read={() => readCart(state, search)}
      />
    </CheckoutFrame>
  );
}

/**
 * `isOpened`: the packs of this checkout were already open when the buyer arrived. If they are opened later, the page
 * shows the results first.
 */
function Checkout({ isOpened, read }: { isOpened: boolean; read: () => Cart }) {
  const [wasOpened] = useState(isOpened);
  return wasOpened ? <PacksOpened /> : <Unpaid read={read} />;
}

function Unpaid({ read }: { read: () => Cart }) {
  const [cart] = useState(read);
  const { isPending, paid } = useFinishedPayment();
  const openPacks = useOpenPacks();

  // The page was reloaded during a card payment that then succeeded. Continue to the packs.
  useEffect(() => {
    if (paid !== null) openPacks(paid);
  }, [paid, openPacks]);

  if (isPending || paid !== null) return <CheckoutLoading text="Loading checkout" />;
  return cart.lines.length === 0 ? <EmptyCart /> : <CartCheckout first={cart} />;
}

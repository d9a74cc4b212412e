// One linear page: the packs, the payment method, the price, and one button that says what happens.
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

/** The boundary is inside the route, so that a session error of its guard is not treated as a payment error. */
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
      {/* A different cart is a different checkout, and so is another visit. */}
      <Checkout
        key={`${nameOfCart(state, search)} ${state.__TSR_index}`}
        isOpened={state.isOpened === true}
        read={() => readCart(state, search)}
      />
    </CheckoutFrame>
  );
}

/** `isOpened`: on arrival. A checkout that is opened on this page shows its results first. */
function Checkout({ isOpened, read }: { isOpened: boolean; read: () => Cart }) {
  const [wasOpened] = useState(isOpened);
  return wasOpened ? <PacksOpened /> : <Unpaid read={read} />;
}

function Unpaid({ read }: { read: () => Cart }) {
  const [cart] = useState(read);
  const { isPending, paid } = useFinishedPayment();
  const openPacks = useOpenPacks();

  // The page was reloaded during the payment, and the payment has succeeded: continue to the packs.
  useEffect(() => {
    if (paid !== null) openPacks(paid);
  }, [paid, openPacks]);

  if (isPending || paid !== null) return <CheckoutLoading text="Loading checkout" />;
  return cart.lines.length === 0 ? <EmptyCart /> : <CartCheckout first={cart} />;
}

// One linear page: what you buy, how you pay, what it costs, one button that says what happens.
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
      {/* Another cart is another checkout, and so is another visit. */}
      <Checkout
        key={`${nameOfCart(state, search)} ${state.__TSR_index}`}
        isOpened={state.isOpened === true}
        read={() => readCart(state, search)}
      />
    </CheckoutFrame>
  );
}

/** `isOpened`: as it was come to. What is opened here shows its results first. */
function Checkout({ isOpened, read }: { isOpened: boolean; read: () => Cart }) {
  const [wasOpened] = useState(isOpened);
  return wasOpened ? <PacksOpened /> : <Unpaid read={read} />;
}

function Unpaid({ read }: { read: () => Cart }) {
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

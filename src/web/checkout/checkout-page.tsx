// The checkout page. It shows the packs, the payment method, the price, and one button whose label says what it does.
import { listCoveredPacks } from '#contract/opening.ts';
import { CatchBoundary, createLazyRoute, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAsk } from '../api/ask.ts';
import '../catalogue/navigation-state.ts';
import { isEmptyCart, nameOfCart, readCart, type Cart } from './cart.ts';
import { CartCheckout } from './cart-checkout.tsx';
import { CheckoutFrame, CheckoutLoading, EmptyCart } from './checkout-frame.tsx';
import './navigation-state.ts';
import { isTypedAgain, useEntry } from '../browser/history-entry.ts';
import '../opening/navigation-state.ts';
import { ResultsAgain } from '../opening/results-again.tsx';
import { findListed } from '../opening/turned-cards.ts';
import { PacksOpened } from './packs-opened.tsx';
import { PaymentErrorScreen } from './payment-error-screen.tsx';
import { useFinishedPayment } from './queries.ts';
import { SinglesBought } from './singles-bought.tsx';
import { useShowBought } from './use-show-bought.ts';

export const screen = createLazyRoute('/checkout')({ component: CheckoutScreen });

/**
 * The error boundary is inside the route, so that it does not catch errors of the route's guard, which are not payment
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
  const now = useLocation();
  const [here, setHere] = useState(now);
  // The location changes before this page is removed. With the next page's state, this page would start another
  // checkout of what was just bought.
  if (now !== here && now.pathname === here.pathname) setHere(now);
  const { state } = here;
  const search = screen.useSearch();
  return (
    <CheckoutFrame>
      {/* With this key, each cart has a checkout of its own, and so has each visit. */}
      <Checkout
        key={`${nameOfCart(state, search)} ${state.__TSR_index}`}
        opened={
          state.isOpened === true && !isTypedAgain(state.__TSR_key) ? (state.openings ?? []) : null
        }
        read={() => readCart(state, search)}
      />
    </CheckoutFrame>
  );
}

/**
 * `opened`: the openings of this checkout's packs if they were already open when the buyer arrived; otherwise null.
 * Packs that are opened during this visit don't count, because the page shows their results first.
 */
function Checkout({ opened, read }: { opened: readonly string[] | null; read: () => Cart }) {
  const [before] = useState(opened);
  if (before === null) return <Unpaid read={read} />;
  // Only a purchase of singles alone has opened no pack.
  return before.length === 0 ? <SinglesBought singles={[]} /> : <OpenedBefore openings={before} />;
}

/** Shown after a reload or the Back button, below the list of all cards if the buyer left the page from that list. */
function OpenedBefore({ openings }: { openings: readonly string[] }) {
  const entry = useEntry();
  const [listed, setListed] = useState(() => findListed(entry));
  const covered = useAsk(listCoveredPacks, {});
  if (covered.isPending) return <CheckoutLoading text="Loading checkout" />;
  const areUncovered = !covered.data?.packs.some(({ openingId }) => openings.includes(openingId));
  return (
    <>
      <PacksOpened hasChosen={areUncovered} />
      {listed !== null && areUncovered && (
        <ResultsAgain listed={listed} onClose={() => setListed(null)} />
      )}
    </>
  );
}

function Unpaid({ read }: { read: () => Cart }) {
  const [cart] = useState(read);
  const { isPending, paid } = useFinishedPayment();
  const showBought = useShowBought();

  // If the buyer reloaded the page during a card payment and the payment succeeded, goes to what was bought.
  useEffect(() => {
    if (paid !== null) showBought(paid);
  }, [paid, showBought]);

  if (isPending || paid !== null) return <CheckoutLoading text="Loading checkout" />;
  return isEmptyCart(cart) ? <EmptyCart /> : <CartCheckout first={cart} />;
}

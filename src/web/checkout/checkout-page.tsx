// One linear page: what you buy, how you pay, what it costs, one button that says what happens.
import { showPackType, type PackType } from '#contract/catalogue.ts';
import { checkEligibility } from '#contract/checkout.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import {
  CatchBoundary,
  createLazyRoute,
  Link,
  useLocation,
  useNavigate,
} from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { PauseBanner } from '../accounts/pause-banner.tsx';
import { useProfile } from '../accounts/queries.ts';
import '../catalogue/navigation-state.ts';
import { ResultsModal } from '../opening/results-modal.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Banner, EmptyState, Loading, Skeleton } from '../ui/states.tsx';
import { readCart, type CartLine } from './cart.ts';
import { CheckoutError } from './checkout-error.tsx';
import { isLocked, problemOf, type Checkout } from './checkout-state.ts';
import { checkoutProblem, type CheckoutProblem } from './messages.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentErrorScreen } from './payment-error-screen.tsx';
import { PaymentSection } from './payment-section.tsx';
import { useFinishedPayment } from './queries.ts';
import { useCheckout, type Course } from './use-checkout.ts';
import { useAsk } from '../api/ask.ts';
import { useAskOnce } from '../api/ask-once.ts';

export const screen = createLazyRoute('/checkout')({ component: CheckoutScreen });

/** How long the notice of a card payment stands before the packs are opened. */
const NOTICE_MS = 2000;

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
  const [cart, setCart] = useState(() => readCart(state, search));
  const { isPending, paid } = useFinishedPayment();
  const openPacks = useOpenPacks();

  // The page was loaded again in the middle of paying, and the money is here: on to the packs.

  useEffect(() => {
    if (paid !== null) openPacks(paid);
  }, [paid, openPacks]);

  if (isPending || paid !== null) return <CheckoutLoading text="Loading checkout" />;
  if (cart.length === 0) {
    return (
      <CheckoutFrame>
        <EmptyState
          title="Your cart is empty"
          text="Add some packs to your cart to continue shopping"
          action={
            <Link to="/" className={buttonClass()}>
              Continue Shopping
            </Link>
          }
        />
      </CheckoutFrame>
    );
  }
  return <Cart cart={cart} onEmptied={() => setCart([])} />;
}

/** Goes to the card opening page with a payment, in place of the checkout. */
function useOpenPacks() {
  const navigate = useNavigate();
  return (paymentIntentId: string) =>
    void navigate({
      to: '/card-opening',
      search: { payment_intent: paymentIntentId },
      replace: true,
    });
}

/** Looks at what the cart needs to know before it can be paid. */
function Cart({ cart, onEmptied }: { cart: CartLine[]; onEmptied: () => void }) {
  const navigate = useNavigate();
  const profile = useProfile();
  const pack = useAsk(showPackType, { id: cart[0]!.packId });
  // What could be bought a minute ago may be gone: asked anew for each checkout, and not during it,
  // when the shopper's own purchase would count against them.
  const eligibility = useAskOnce(checkEligibility, { packs: cart });
  // A second look that failed takes nothing from the page: somebody may be typing on it.
  const failed =
    [pack, eligibility, profile].find(({ data, error }) => data === undefined && error !== null)
      ?.error ?? null;

  if (eligibility.data?.eligible === false && profile.data?.accountPause) {
    return (
      <CheckoutFrame>
        <div className="max-w-180">
          <PauseBanner />
          <Link to="/my-account" className={buttonClass({ look: 'secondary' })}>
            My account
          </Link>
        </div>
      </CheckoutFrame>
    );
  }
  if (failed !== null || eligibility.data?.eligible === false) {
    return (
      <CheckoutFrame>
        <div className="max-w-180">
          <CheckoutError
            problem={failed === null ? ineligible(eligibility.data!) : checkoutProblem(failed)}
            onRetry={() => {
              void pack.refetch();
              void eligibility.refetch();
              void profile.refetch();
            }}
            onReturn={() => void navigate({ to: '/packs' })}
          />
        </div>
      </CheckoutFrame>
    );
  }
  if (pack.data === undefined || eligibility.data === undefined || profile.data === undefined) {
    return (
      <CheckoutLoading
        text={pack.data === undefined ? 'Loading checkout' : 'Checking eligibility'}
      />
    );
  }
  const { availablePaymentMethods, hasInsufficientBalance } = eligibility.data;
  return (
    <Payable
      cart={cart}
      pack={pack.data}
      methods={availablePaymentMethods}
      first={firstMethod(availablePaymentMethods, hasInsufficientBalance)}
      onEmptied={onEmptied}
      onRestart={() => void pack.refetch()}
    />
  );
}

/** The balance if it is offered and enough, otherwise a card, otherwise what there is. */
function firstMethod(methods: PaymentMethod[], isShort: boolean): PaymentMethod | null {
  if (methods.includes('balance') && !isShort) return 'balance';
  return methods.find((method) => method === 'stripe') ?? null;
}

function ineligible({
  ineligibilityReason,
}: {
  ineligibilityReason: string | null;
}): CheckoutProblem {
  return {
    type: 'pack_unavailable',
    message: ineligibilityReason ?? 'One or more packs are no longer available.',
    isRetryable: false,
  };
}

/** The way to pay that is not chosen. */
function otherMethod(methods: PaymentMethod[], chosen: PaymentMethod): PaymentMethod {
  return methods.find((method) => method !== chosen) ?? 'stripe';
}

function Payable({
  cart,
  pack,
  methods,
  first,
  onEmptied,
  onRestart,
}: {
  cart: CartLine[];
  pack: PackType;
  methods: PaymentMethod[];
  first: PaymentMethod | null;
  onEmptied: () => void;
  /** The checkout begins anew: what the page shows of the pack may be old. */
  onRestart: () => void;
}) {
  const course = useCheckout(cart, first ?? 'balance');
  const { checkout, order } = course;
  useOpenPaid(checkout);

  return (
    <CheckoutFrame>
      {checkout.kind === 'paid' && (
        <div className="mb-8">
          <Banner tone="brand">Payment completed successfully! Opening your packs...</Banner>
        </div>
      )}
      <Problem course={course} methods={methods} onRestart={onRestart} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-12">
        <PaymentSection course={course} methods={methods} first={first} />
        <div className="order-1 lg:order-2">
          <OrderSummary
            pack={pack}
            quantity={cart[0]!.quantity}
            price={checkout.price}
            isCalculating={checkout.kind === 'pricing'}
            isLocked={isLocked(checkout)}
            discountCode={checkout.order.discountCode}
            onCheckCode={course.checkCode}
            onDiscountCode={(discountCode) => order({ discountCode })}
          />
        </div>
      </div>
      {checkout.kind === 'opened' && (
        <ResultsModal openings={checkout.bought} onClose={onEmptied} />
      )}
    </CheckoutFrame>
  );
}

/** A moment after a card has paid, on to the packs. */
function useOpenPaid(checkout: Checkout) {
  const openPacks = useOpenPacks();
  const paid = checkout.kind === 'paid' ? checkout.intent.paymentIntentId : null;
  useEffect(() => {
    if (paid === null) return;
    const timer = setTimeout(() => openPacks(paid), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [paid, openPacks]);
}

/** What went wrong, and the ways on. */
function Problem({
  course,
  methods,
  onRestart,
}: {
  course: Course;
  methods: PaymentMethod[];
  onRestart: () => void;
}) {
  const navigate = useNavigate();
  const { checkout, order } = course;
  const problem = problemOf(checkout);
  if (problem === null) return null;
  const { method, discountCode } = checkout.order;
  return (
    <CheckoutError
      problem={problem}
      onRetry={course.tryAgain}
      onRestart={() => {
        onRestart();
        order({});
      }}
      onChangeMethod={() => order({ method: otherMethod(methods, method) })}
      onReturn={() => void navigate({ to: '/packs' })}
      // A code that can't be used is taken off with its message.
      onDismiss={discountCode === null ? course.dismiss : () => order({ discountCode: null })}
    />
  );
}

function CheckoutLoading({ text }: { text: string }) {
  return (
    <CheckoutFrame>
      <Loading text={text}>
        <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_400px]">
          <Skeleton className="h-64" />
          <Skeleton className="h-80" />
        </div>
      </Loading>
    </CheckoutFrame>
  );
}

function CheckoutFrame({ children }: { children: ReactNode }) {
  return (
    <div className="page pt-9 pb-20">
      <h1 tabIndex={-1} className="mb-7 text-h2 sm:text-h1">
        Checkout
      </h1>
      {children}
    </div>
  );
}

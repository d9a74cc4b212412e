// One linear page: what you buy, how you pay, what it costs, one button that says what happens.
import type { Reply } from '#contract/endpoint.ts';
import type { purchaseWithBalance } from '#contract/checkout.ts';
import { formatCad } from '#domain/money.ts';
import { createLazyRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useProfile } from '../accounts/queries.ts';
import { ResultsModal } from '../opening/results-modal.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { EmptyState, Loading, Skeleton } from '../ui/states.tsx';
import { forgetCart, readCart } from './cart.ts';
import { CheckoutError } from './checkout-error.tsx';
import { checkoutProblem, type CheckoutProblem } from './messages.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { NEW_PAYMENT, retry, step, type PaymentState } from './payment-state.ts';
import { useCartPack, useEligibility, usePurchaseWithBalance, useTotal } from './queries.ts';

type Bought = Reply<typeof purchaseWithBalance>;

export const screen = createLazyRoute('/checkout')({ component: CheckoutPage });

function CheckoutPage() {
  const { state } = useLocation();
  const search = screen.useSearch();
  const navigate = useNavigate();
  const [cart, setCart] = useState(() => readCart(state, search));
  const [discountCode, setDiscountCode] = useState<string | null>(null);
  const [payment, setPayment] = useState(NEW_PAYMENT);
  const [problem, setProblem] = useState<CheckoutProblem | null>(null);
  const [bought, setBought] = useState<Bought | null>(null);

  const profile = useProfile();
  const pack = useCartPack(cart[0]);
  const eligibility = useEligibility(cart, bought === null);
  const total = useTotal(cart, discountCode, eligibility.data?.eligible === true);
  const purchase = usePurchaseWithBalance();

  const go = (...states: PaymentState[]) =>
    setPayment((now) =>
      states.reduce(
        (at, next) =>
          // oxlint-disable-next-line no-console -- The spec wants refused steps in the console.
          step(at, next, (from, to) => console.warn(`Invalid payment step: ${from} to ${to}`)),
        now,
      ),
    );

  const pay = () => {
    setProblem(null);
    go('calculating', 'price_calculated', 'processing_payment');
    purchase.mutate(
      { cart, discountCode },
      {
        onSuccess: (answer) => {
          go('payment_succeeded', 'opening_packs', 'complete');
          forgetCart();
          setBought(answer);
        },
        onError: (error) => {
          go('error');
          setProblem(checkoutProblem(error));
        },
      },
    );
  };

  const payAgain = () => {
    const next = retry(payment);
    if (typeof next === 'string') {
      setProblem({ type: 'unknown_error', message: next, isRetryable: false });
      return;
    }
    setPayment(next);
    pay();
  };

  const dismiss = () => {
    setProblem(null);
    setPayment(NEW_PAYMENT);
  };

  const closeResults = () => {
    setBought(null);
    setCart([]);
    setPayment(NEW_PAYMENT);
  };

  const failed = pack.error ?? eligibility.error ?? total.error;
  const shownProblem =
    problem ?? (failed === null ? ineligible(eligibility.data) : checkoutProblem(failed));
  const isLoading = pack.isPending || eligibility.isPending || profile.isPending;
  const balance = profile.data?.account_balance ?? null;
  const price = total.data ?? null;
  const isShort = price !== null && balance !== null && balance < price.total;

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

  if (isLoading && failed === null) {
    return (
      <CheckoutFrame>
        <Loading text={pack.isPending ? 'Loading checkout' : 'Checking eligibility'}>
          <div className="mt-6 grid gap-8 lg:grid-cols-[1fr_400px]">
            <Skeleton className="h-64" />
            <Skeleton className="h-80" />
          </div>
        </Loading>
      </CheckoutFrame>
    );
  }

  return (
    <CheckoutFrame>
      {shownProblem && bought === null && (
        <CheckoutError
          problem={shownProblem}
          onRetry={
            problem ? payAgain : () => void Promise.all([pack.refetch(), eligibility.refetch()])
          }
          onReturn={() => void navigate({ to: '/packs' })}
          onDismiss={problem ? dismiss : null}
        />
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-12">
        <section aria-label="Payment" className="order-2 min-w-0 lg:order-1">
          <h2 className="text-h3">Select Payment Method</h2>
          <PaymentMethods balance={balance} total={price?.total ?? null} isShort={isShort} />
          <div className="mt-6 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-bg max-lg:p-4">
            <Button
              size="large"
              wide
              onClick={pay}
              busy={purchase.isPending}
              disabled={price === null || isShort || eligibility.data?.eligible !== true}
            >
              {purchase.isPending ? 'Processing...' : `Pay ${formatCad(price?.total)} with Balance`}
            </Button>
          </div>
        </section>
        <div className="order-1 lg:order-2">
          {pack.data && (
            <OrderSummary
              pack={pack.data}
              quantity={cart[0]!.quantity}
              price={price}
              isCalculating={total.isFetching}
              discountCode={discountCode}
              onDiscountCode={setDiscountCode}
            />
          )}
        </div>
      </div>
      {bought && <ResultsModal openings={bought} onClose={closeResults} />}
    </CheckoutFrame>
  );
}

function ineligible(
  eligibility: { eligible: boolean; ineligibilityReason: string | null } | undefined,
): CheckoutProblem | null {
  if (eligibility === undefined || eligibility.eligible) return null;
  const message = eligibility.ineligibilityReason ?? 'One or more packs are no longer available.';
  return { type: 'pack_unavailable', message, isRetryable: false };
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

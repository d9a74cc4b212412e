// One linear page: what you buy, how you pay, what it costs, one button that says what happens.
import type { PackType } from '#contract/catalogue.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { formatCad, type Cents } from '#domain/money.ts';
import { createLazyRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useProfile } from '../accounts/queries.ts';
import { PaymentForm } from '../card-payments/payment-form.tsx';
import { PaymentMethods } from '../card-payments/payment-methods.tsx';
import type { PaymentFormProps } from '../card-payments/provider-form.tsx';
import { ReservationTimer } from '../card-payments/reservation-timer.tsx';
import '../catalogue/navigation-state.ts';
import { ResultsModal } from '../opening/results-modal.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Banner, EmptyState, Loading, Skeleton } from '../ui/states.tsx';
import { readCart, type CartLine } from './cart.ts';
import { CheckoutError } from './checkout-error.tsx';
import { checkoutProblem, type CheckoutProblem } from './messages.ts';
import { OrderSummary } from './order-summary.tsx';
import { PaymentErrorScreen } from './payment-error-screen.tsx';
import { useCartPack, useEligibility, useFinishedPayment } from './queries.ts';
import type { PaymentState } from './payment-state.ts';
import { useCheckout, type Intent } from './use-checkout.ts';

export const screen = createLazyRoute('/checkout')({
  component: CheckoutPage,
  errorComponent: PaymentErrorScreen,
});

/** How long the notice of a card payment stands before the packs are opened. */
const NOTICE_MS = 2000;

function CheckoutPage() {
  const { state } = useLocation();
  const search = screen.useSearch();
  const [cart, setCart] = useState(() => readCart(state, search));
  const finished = useFinishedPayment();
  const openPacks = useOpenPacks();

  // The page was loaded again in the middle of paying, and the money is here: on to the packs.
  const paid = finished.data ?? null;
  useEffect(() => {
    if (paid !== null) openPacks(paid);
  }, [paid, openPacks]);

  if (finished.isPending || paid !== null) return <CheckoutLoading text="Loading checkout" />;
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
  const pack = useCartPack(cart[0]);
  const eligibility = useEligibility(cart);
  // A second look that failed takes nothing from the page: somebody may be typing on it.
  const failed =
    [pack, eligibility, profile].find(({ data, error }) => data === undefined && error !== null)
      ?.error ?? null;

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

/** The way to pay that is not chosen, if there is one. */
function otherMethod(methods: PaymentMethod[], chosen: PaymentMethod | null): PaymentMethod | null {
  return methods.find((method) => method !== chosen) ?? null;
}

function Payable({
  cart,
  pack,
  methods,
  first,
  onEmptied,
}: {
  cart: CartLine[];
  pack: PackType;
  methods: PaymentMethod[];
  first: PaymentMethod | null;
  onEmptied: () => void;
}) {
  const navigate = useNavigate();
  const openPacks = useOpenPacks();
  const checkout = useCheckout(cart);
  const { payment, method, price, intent, problem, prepare } = checkout;
  const balance = useProfile().data?.account_balance ?? null;
  const isShort =
    price !== null && balance !== null && balance < price.total && method !== 'stripe';
  const isCalculating = payment.state === 'calculating';

  // Once, with the method that is chosen for the shopper.
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void prepare(first ?? 'balance', null);
  }, [first, prepare]);

  const isPaid = method === 'stripe' && payment.state === 'payment_succeeded';
  useEffect(() => {
    if (!isPaid || intent === null) return;
    const timer = setTimeout(() => openPacks(intent.paymentIntentId), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [isPaid, intent, openPacks]);

  const restart = () => void prepare(method ?? 'balance', checkout.discountCode);

  return (
    <CheckoutFrame>
      {isPaid && (
        <div className="mb-8">
          <Banner tone="brand">Payment completed successfully! Opening your packs...</Banner>
        </div>
      )}
      {problem && (
        <CheckoutError
          problem={problem}
          onRetry={checkout.tryAgain}
          onRestart={restart}
          onChangeMethod={() =>
            void prepare(otherMethod(methods, method) ?? 'stripe', checkout.discountCode)
          }
          onReturn={() => void navigate({ to: '/packs' })}
          onDismiss={
            // A code that can't be used is taken off with its message.
            checkout.discountCode === null
              ? checkout.dismiss
              : () => void prepare(method ?? 'balance', null)
          }
        />
      )}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-12">
        <section aria-label="Payment" className="order-2 min-w-0 lg:order-1">
          <h2 className="text-h3">Select Payment Method</h2>
          <PaymentMethods
            methods={methods}
            selected={method}
            onSelect={(chosen) => void prepare(chosen, checkout.discountCode)}
            balance={balance}
            balanceText="Instant purchase with your balance"
            total={price?.total ?? null}
            isShort={isShort || (first !== 'balance' && methods.includes('balance'))}
            isLocked={payment.state === 'processing_payment' || isPaid}
          />
          {method === 'balance' && (
            <PayWithBalance
              state={payment.state}
              total={price?.total}
              isShort={isShort}
              onPay={checkout.payWithBalance}
            />
          )}
          {payment.state === 'creating_intent' && (
            <output className="mt-6 flex items-center gap-3 text-small text-text-2">
              <Spinner /> Creating payment intent...
            </output>
          )}
          {method === 'stripe' && intent !== null && !isPaid && (
            <PayByCard
              intent={intent}
              isExpired={problem?.type === 'reservation_expired'}
              card={checkout.card}
              onExpired={checkout.expire}
              onRestart={restart}
            />
          )}
          {isPaid && (
            <output className="mt-6 flex items-center gap-3 text-small text-text-2">
              <Spinner /> Opening your packs...
            </output>
          )}
        </section>
        <div className="order-1 lg:order-2">
          <OrderSummary
            pack={pack}
            quantity={cart[0]!.quantity}
            price={price}
            isCalculating={isCalculating}
            discountCode={checkout.discountCode}
            onCheckCode={checkout.checkCode}
            onDiscountCode={(code) => void prepare(method ?? 'balance', code)}
          />
        </div>
      </div>
      {checkout.bought && <ResultsModal openings={checkout.bought} onClose={onEmptied} />}
    </CheckoutFrame>
  );
}

function PayWithBalance({
  state,
  total,
  isShort,
  onPay,
}: {
  state: PaymentState;
  total: Cents | undefined;
  isShort: boolean;
  onPay: () => void;
}) {
  return (
    <div className="mt-6 max-lg:sticky max-lg:bottom-0 max-lg:-mx-4 max-lg:border-t max-lg:border-line max-lg:bg-bg max-lg:p-4">
      <Button
        size="large"
        wide
        onClick={onPay}
        busy={state === 'processing_payment'}
        disabled={state !== 'price_calculated' || isShort}
      >
        {state === 'processing_payment' ? 'Processing...' : `Pay ${formatCad(total)} with Balance`}
      </Button>
    </div>
  );
}

/** How long the packs are kept, and the card that pays them. */
function PayByCard({
  intent,
  isExpired,
  card,
  onExpired,
  onRestart,
}: {
  intent: Intent;
  isExpired: boolean;
  card: Pick<PaymentFormProps, 'onStart' | 'onSucceeded' | 'onFailed'>;
  onExpired: () => void;
  onRestart: () => void;
}) {
  return (
    <>
      <ReservationTimer
        key={intent.paymentIntentId}
        expiresAt={intent.expiresAt}
        seconds={intent.keptSeconds}
        text="Your pack is reserved"
        restartLabel="Restart Checkout"
        onExpired={onExpired}
        onRestart={onRestart}
      />
      {!isExpired && (
        <PaymentForm
          clientSecret={intent.clientSecret}
          paymentIntentId={intent.paymentIntentId}
          payLabel={`Pay ${formatCad(intent.amount)}`}
          {...card}
        />
      )}
    </>
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

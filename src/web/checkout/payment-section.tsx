// The payment part of a checkout: the payment methods, and the input for the chosen method.
import { difference, formatCad, type Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useRegion } from '../accounts/region.ts';
import { useProfile } from '../accounts/queries.ts';
import { CardPayment } from '../card-payments/card-payment.tsx';
import { PayBar } from '../card-payments/pay-bar.tsx';
import { PaymentMethods } from '../card-payments/payment-methods.tsx';
import { ReservationTimer } from '../card-payments/reservation-timer.tsx';
import { BeforeYouBuy } from '../catalogue/before-you-buy.tsx';
import { Button } from '../ui/button.tsx';
import { Price } from '../ui/price.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { Asked, isSaid } from './asked.tsx';
import { canPayWithBalance, isLocked, problemOf, type Intent } from './checkout-state.ts';
import type { Course } from './use-checkout.ts';
import { WhoSells } from './who-sells.tsx';
import { WhereToLive } from './where-to-live.tsx';

const SpendingLine = lazy(async () => ({
  default: (await import('./spending-line.tsx')).SpendingLine,
}));

export function PaymentSection({
  course,
  methods,
  costFromBalance,
  packCount,
  cardCount,
  sealKinds,
}: {
  course: Course;
  methods: PaymentMethod[];
  costFromBalance: Cents;
  packCount: number;
  /** The number of cards in all packs; null if the catalogue doesn't know it. */
  cardCount: number | null;
  sealKinds: readonly SealKind[];
}) {
  const { checkout } = course;
  const { quote, choice } = checkout;
  const { region } = useRegion();
  const { data, refetch } = useProfile();
  const balance = data?.account_balance ?? null;
  // The amount that the balance would pay. It excludes the processing fee, because only cards have that fee.
  const need = quote === null ? costFromBalance : difference(quote.total, quote.processingFee);
  const isShort = balance !== null && balance < need && methods.includes('balance');

  // The shop refused because the balance is too low, so this page's balance is outdated. Refetch it.
  const isRefused = problemOf(checkout)?.type === 'insufficient_balance';
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);

  return (
    <section aria-label="Payment" className="order-2 min-w-0 lg:order-1">
      {quote?.needsRegion && (region === null ? <WhereToLive /> : <NeedsAddress />)}
      <h2 className="text-h3">Select Payment Method</h2>
      <PaymentMethods
        methods={methods}
        selected={choice.method}
        onSelect={(method) => course.choose({ method, isEdited: false })}
        balance={balance}
        balanceText="Instant purchase with your balance"
        total={need}
        isShort={isShort}
        isLocked={isLocked(checkout)}
      />
      {isShort && <TooLittle balance={balance} need={need} canBuy={methods.includes('stripe')} />}
      <BeforeYouBuy
        price={quote === null ? null : difference(quote.subtotal, quote.discount)}
        cardCount={cardCount}
        sealKinds={sealKinds}
        className="mt-4"
      />
      <Suspense>
        <SpendingLine />
      </Suspense>
      <WhoSells />
      {choice.method === 'balance' ? (
        <PayWithBalance course={course} isShort={isShort} packCount={packCount} />
      ) : (
        <PayByCard
          course={course}
          packCount={packCount}
          canUseBalance={methods.includes('balance') && !isShort}
        />
      )}
    </section>
  );
}

/** Shown if the region is known, but the tax provider needs a full address. */
function NeedsAddress() {
  return (
    <p className="mb-6 rounded-card border border-line bg-surface p-5 text-small">
      The tax where you live depends on the postal code. Save your full address in{' '}
      <Link to="/my-account" className="link font-semibold">
        My account
      </Link>{' '}
      first.
    </p>
  );
}

/** Says how much is missing, with a link that buys credits and then returns here. */
function TooLittle({ balance, need, canBuy }: { balance: Cents; need: Cents; canBuy: boolean }) {
  const { href } = useLocation();
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-3 text-small text-text-2">
      <span>
        Insufficient balance. You have <Price amount={balance} /> but need <Price amount={need} />
      </span>
      {canBuy && (
        <Link
          to="/top-up"
          search={{ redirect: href, missing: difference(need, balance) }}
          className="link hit-44 font-semibold"
        >
          Buy credits
        </Link>
      )}
    </p>
  );
}

function PayWithBalance({
  course,
  isShort,
  packCount,
}: {
  course: Course;
  isShort: boolean;
  packCount: number;
}) {
  const { checkout } = course;
  const isPaying = checkout.kind === 'paying';
  const total = checkout.quote?.total ?? null;
  const words = total === null ? 'Pay with Balance' : `Pay ${formatCad(total)} with Balance`;
  return (
    <>
      <p className="mt-4 text-small text-text-2">
        Pay and open: {packCount === 1 ? 'your pack opens' : `your ${packCount} packs open`} as soon
        as you have paid.
      </p>
      {course.isUnheard && checkout.kind === 'ready' && (
        <p className="mt-2 text-small font-semibold">
          You pressed Pay for this order before, and the answer did not arrive. Pay again: if it
          went through, its packs open, and nothing is charged twice.
        </p>
      )}
      <Asked course={course} press={words} />
      <div className="mt-4 max-lg:contents">
        <PayBar total={total}>
          <Button
            size="large"
            wide
            onClick={course.payWithBalance}
            busy={isPaying}
            disabled={
              !canPayWithBalance(checkout) || (isShort && !course.isUnheard) || !isSaid(course)
            }
          >
            {isPaying ? 'Processing...' : words}
          </Button>
        </PayBar>
      </div>
    </>
  );
}

const GO_ON = 'Continue to Payment';

type PayByCardProps = {
  course: Course;
  packCount: number;
  canUseBalance: boolean;
};

function PayByCard({ course, packCount, canUseBalance }: PayByCardProps) {
  const { checkout } = course;
  switch (checkout.kind) {
    case 'ready':
      if (checkout.quote?.needsRegion) return null;
      return (
        <div className="mt-6 grid gap-3">
          <p className="text-small text-text-2">
            Your packs are reserved while you pay. Changing your cart after that starts a new
            payment.
          </p>
          <Asked course={course} press={GO_ON} />
          <Button variant="secondary" onClick={course.goOn} disabled={!isSaid(course)}>
            {GO_ON}
          </Button>
        </div>
      );
    case 'reserving':
      return <Waiting text="Creating payment intent..." />;
    case 'paid':
      return <Waiting text="Opening your packs..." />;
    case 'reserved':
    case 'charging':
    case 'refused':
    case 'expired':
      return (
        <CardForm
          intent={checkout.intent}
          packCount={packCount}
          isExpired={checkout.kind === 'expired'}
          isCharging={checkout.kind === 'charging'}
          card={course.card}
          otherWays={
            <>
              {canUseBalance && (
                <Button
                  variant="secondary"
                  size="small"
                  onClick={() => course.choose({ method: 'balance', isEdited: false })}
                >
                  Pay with credits
                </Button>
              )}
              <Button
                variant="secondary"
                size="small"
                busy={course.isReleasing}
                onClick={course.release}
              >
                Release the packs
              </Button>
            </>
          }
          onExpired={course.expire}
          onRestart={() => course.choose({ isEdited: false })}
        />
      );
    case 'pricing':
    case 'paying':
    case 'opened':
    case 'failed':
      return null;
  }
}

function Waiting({ text }: { text: string }) {
  return (
    <output className="mt-6 flex items-center gap-3 text-small text-text-2">
      <Spinner /> {text}
    </output>
  );
}

/** The reservation timer and the card form. */
function CardForm({
  intent,
  packCount,
  isExpired,
  isCharging,
  card,
  otherWays,
  onExpired,
  onRestart,
}: {
  intent: Intent;
  packCount: number;
  isExpired: boolean;
  isCharging: boolean;
  card: Course['card'];
  otherWays: ReactNode;
  onExpired: () => void;
  onRestart: () => void;
}) {
  return (
    <>
      <ReservationTimer
        key={intent.paymentIntentId}
        endsAt={intent.endsAt}
        seconds={intent.keptSeconds}
        text={packCount === 1 ? 'Your pack is reserved' : `Your ${packCount} packs are reserved`}
        restartLabel="Restart Checkout"
        isCharging={isCharging}
        onExpired={onExpired}
        onRestart={onRestart}
      />
      {!isExpired && (
        <CardPayment
          clientSecret={intent.clientSecret}
          paymentIntentId={intent.paymentIntentId}
          payLabel={`Pay ${formatCad(intent.amount)}`}
          total={intent.amount}
          otherWays={otherWays}
          {...card}
        />
      )}
    </>
  );
}

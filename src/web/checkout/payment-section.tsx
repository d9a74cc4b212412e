// The payment part of a checkout: the payment methods, and the input for the chosen method.
import { difference, formatCad, type Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { CONVERT_AFTER_DAYS } from '#domain/sellback.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
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
import { Asked, isConsentComplete } from './asked.tsx';
import { canPayWithBalance, isLocked, problemOf, type Intent } from './checkout-state.ts';
import { kindsOf, yourGoodsAre, type Goods } from './goods.ts';
import type { Course } from './use-checkout.ts';
import { WhoSells } from './who-sells.tsx';
import { WhereToLive } from './where-to-live.tsx';

export function PaymentSection({
  course,
  methods,
  costFromBalance,
  goods,
  cardCount,
  sealKinds,
}: {
  course: Course;
  methods: PaymentMethod[];
  costFromBalance: Cents;
  goods: Goods;
  /** The number of cards, also in packs. Null if the catalogue does not have one of the packs. */
  cardCount: number | null;
  sealKinds: readonly SealKind[];
}) {
  const { checkout } = course;
  const { quote, choice } = checkout;
  const { region } = useRegion();
  const { data, refetch } = useProfile();
  const balance = data?.account_balance ?? null;
  // The amount that the buyer needs to pay with the balance. It excludes the processing fee, which is charged only for
  // cards.
  const need = quote === null ? costFromBalance : difference(quote.total, quote.processingFee);
  const isShort = balance !== null && balance < need && methods.includes('balance');

  // If the shop refused because the balance is too low, the balance on this page is outdated. So it is refetched.
  const isRefused = problemOf(checkout)?.type === 'insufficient_balance';
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);

  return (
    <section aria-label="Payment" className="min-w-0 lg:order-1">
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
        has={{ packs: goods.packs > 0, singles: goods.singles > 0 }}
        className="mt-4"
      />
      <WhoSells />
      {choice.method === 'balance' ? (
        <PayWithBalance course={course} isShort={isShort} goods={goods} />
      ) : (
        <PayByCard
          course={course}
          goods={goods}
          canUseBalance={methods.includes('balance') && !isShort}
        />
      )}
    </section>
  );
}

/** Shown if the region is known, but the tax provider needs the buyer's full address. */
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

/** Says that the balance is too low, with a link that buys credits and then returns to this page. */
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
  goods,
}: {
  course: Course;
  isShort: boolean;
  goods: Goods;
}) {
  const { checkout } = course;
  const isPaying = checkout.kind === 'paying';
  const total = checkout.quote?.total ?? null;
  const words = total === null ? 'Pay with Balance' : `Pay ${formatCad(total)} with Balance`;
  return (
    <>
      {course.isUnheard && checkout.kind === 'ready' && (
        <p className="mt-2 text-small font-semibold">
          You pressed Pay for this order before, and the answer did not arrive. Pay again: if it
          went through, {goods.packs > 0 ? 'its packs open' : 'its cards are yours'}, and nothing is
          charged twice.
        </p>
      )}
      <Asked course={course} press={words} />
      <div className="mt-4 max-lg:contents">
        <PayBar total={total} note={afterPaying(goods)}>
          <Button
            size="large"
            wide
            onClick={course.payWithBalance}
            busy={isPaying}
            disabled={
              !canPayWithBalance(checkout) ||
              (isShort && !course.isUnheard) ||
              !isConsentComplete(course)
            }
          >
            {isPaying ? 'Processing...' : words}
          </Button>
        </PayBar>
      </div>
    </>
  );
}

/** The rule in short. “Before you buy” has it whole. */
const SINGLES_RETURN =
  'A single can be returned until it leaves: for 24 hours at the price paid, until day 14 at our price by then if that is less.';

/** Says what a payment with credits does to the packs, and how singles can be returned. */
function afterPaying({ packs, singles }: Goods): string {
  const words = [];
  if (packs > 0) {
    const they = packs === 1 ? 'it' : 'they';
    words.push(
      `${yourGoodsAre({ packs, singles: 0 })} opened in our books as soon as you have paid, so ${they} can’t be returned. ${singles === 0 ? 'The' : 'Their'} cards are yours for ${CONVERT_AFTER_DAYS} days to sell or ship.`,
    );
  }
  if (singles > 0) words.push(SINGLES_RETURN);
  return words.join(' ');
}

const GO_ON = 'Continue to Payment';

type PayByCardProps = {
  course: Course;
  goods: Goods;
  canUseBalance: boolean;
};

function PayByCard({ course, goods, canUseBalance }: PayByCardProps) {
  const { checkout } = course;
  switch (checkout.kind) {
    case 'ready':
      if (checkout.quote?.needsRegion) return null;
      return (
        <div className="mt-6 grid gap-3">
          <p className="text-small text-text-2">
            Your {kindsOf(goods)} are reserved while you pay. Changing your cart after that starts a
            new payment.
          </p>
          <Asked course={course} press={GO_ON} />
          <Button variant="secondary" onClick={course.goOn} disabled={!isConsentComplete(course)}>
            {GO_ON}
          </Button>
        </div>
      );
    case 'reserving':
      return <Waiting text="Creating payment intent..." />;
    case 'paid':
      return <Waiting text={goods.packs > 0 ? 'Opening your packs...' : 'Loading...'} />;
    case 'reserved':
    case 'charging':
    case 'refused':
    case 'expired':
      return (
        <CardForm
          intent={checkout.intent}
          goods={goods}
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
                Release the {kindsOf(goods)}
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
  goods,
  isExpired,
  isCharging,
  card,
  otherWays,
  onExpired,
  onRestart,
}: {
  intent: Intent;
  goods: Goods;
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
        seconds={intent.reservedSeconds}
        text={`${yourGoodsAre(goods)} reserved`}
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

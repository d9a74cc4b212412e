// A checkout that can be paid: from the payment to the opened packs.
import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChosenRegion } from '../accounts/region.ts';
import { NotedDrop } from '../fairness/drop-on-sale.ts';
import { ResultsModal } from '../opening/results-modal.tsx';
import { Banner } from '../ui/states.tsx';
import type { Cart } from './cart.ts';
import type { ShownLine } from './cart-lines.tsx';
import { CheckoutError } from './checkout-error.tsx';
import { isLocked, problemOf, type Checkout } from './checkout-state.ts';
import { OrderSummary } from './order-summary.tsx';
import { PacksOpened } from './packs-opened.tsx';
import { PaymentSection } from './payment-section.tsx';
import type { Asks } from './given.ts';
import { useCheckout, type Course } from './use-checkout.ts';
import { useOpenPacks } from './use-open-packs.ts';

/** How long the message about a successful card payment is visible before the packs are opened. */
const NOTICE_MS = 2000;

/** Returns the number of cards in all packs of an order. Null if one of the packs is not in the catalogue. */
function countCards(lines: ShownLine[]): number | null {
  return lines.reduce<number | null>(
    (sum, { type, quantity }) =>
      sum === null || type === undefined ? null : sum + type.card_count * quantity,
    0,
  );
}

type PayableProps = {
  cart: Cart;
  lines: ShownLine[];
  methods: PaymentMethod[];
  first: PaymentMethod | null;
  /** The price if paid with the balance, shown until the total is calculated. */
  costFromBalance: Cents;
  asks: Asks;
  onChange: (packTypeId: string, quantity: number) => void;
  /** Restarts the checkout, because the page's data about the packs may be outdated. */
  onRestart: () => void;
};

export function Payable({
  cart,
  lines,
  methods,
  first,
  costFromBalance,
  asks,
  onChange,
  onRestart,
}: PayableProps) {
  const course = useCheckout(cart, first ?? 'balance', asks);
  const [isSeen, setSeen] = useState(false);
  const { checkout, choose } = course;
  useOpenPaid(checkout);
  useRepriceFor(useChosenRegion(), course);
  if (isSeen) return <PacksOpened />;

  return (
    <>
      {checkout.kind === 'paid' && (
        <div className="mb-8">
          <Banner tone="brand">Payment completed successfully! Opening your packs...</Banner>
        </div>
      )}
      {!isLocked(checkout) &&
        checkout.kind !== 'opened' &&
        lines.map(({ packTypeId }) => <NotedDrop key={packTypeId} packTypeId={packTypeId} />)}
      <Problem course={course} methods={methods} onRestart={onRestart} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-12">
        <PaymentSection
          course={course}
          methods={methods}
          costFromBalance={costFromBalance}
          packCount={lines.reduce((sum, line) => sum + line.quantity, 0)}
          cardCount={countCards(lines)}
          sealKinds={lines.flatMap(({ type }) => type?.sealKind ?? [])}
        />
        <div className="order-1 lg:order-2">
          <OrderSummary
            lines={lines}
            canRemove={cart.isKept}
            onChange={(packTypeId, quantity) => {
              onChange(packTypeId, quantity);
              choose({ isEdited: true });
            }}
            quote={checkout.quote}
            isCalculating={checkout.kind === 'pricing'}
            isLocked={isLocked(checkout)}
            discountCode={checkout.choice.discountCode}
            onCheckCode={course.checkCode}
            onDiscountCode={(discountCode) => choose({ discountCode })}
          />
        </div>
      </div>
      {checkout.kind === 'opened' && (
        <ResultsModal openings={checkout.bought} onClose={() => setSeen(true)} />
      )}
    </>
  );
}

/** Requests a new price when the buyer chooses another region. A payment in progress does not change. */
function useRepriceFor(region: string | null, { choose }: Course) {
  const seen = useRef(region);
  const reprice = useEffectEvent(() => choose({}));
  useEffect(() => {
    if (seen.current === region) return;
    seen.current = region;
    reprice();
  }, [region]);
}

/** Opens the packs shortly after a card payment has succeeded. */
function useOpenPaid(checkout: Checkout) {
  const openPacks = useOpenPacks();
  const paid = checkout.kind === 'paid' ? checkout.intent.paymentIntentId : null;
  useEffect(() => {
    if (paid === null) return;
    const timer = setTimeout(() => openPacks(paid), NOTICE_MS);
    return () => clearTimeout(timer);
  }, [paid, openPacks]);
}

/** Shows the error and the ways to continue. */
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
  const { checkout, choose } = course;
  const problem = problemOf(checkout);
  if (problem === null) return null;
  const { method, discountCode } = checkout.choice;
  const dismiss = () => {
    // When the message about a refused discount code is dismissed, the code is removed.
    if (discountCode !== null && checkout.kind === 'failed') choose({ discountCode: null });
    // Requests a new price, because the balance may have grown in the meantime.
    else if (problem.type === 'insufficient_balance') choose({});
    else course.dismiss();
  };
  return (
    <CheckoutError
      problem={problem}
      isUnheard={course.isUnheard && checkout.kind === 'failed'}
      onRetry={course.tryAgain}
      onRestart={() => {
        onRestart();
        choose({ isEdited: false });
      }}
      onChangeMethod={() => choose({ method: otherMethod(methods, method) })}
      onReturn={() => void navigate({ to: '/packs' })}
      onDismiss={dismiss}
    />
  );
}

/** Returns the payment method that is not selected. */
function otherMethod(methods: PaymentMethod[], chosen: PaymentMethod): PaymentMethod {
  return methods.find((method) => method !== chosen) ?? 'stripe';
}

// A checkout that can be paid, from the payment until the packs are opened.
import type { Cents } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useChosenRegion } from '../accounts/region.ts';
import { NotedDrop } from '../fairness/drop-on-sale.ts';
import { BoughtResults } from '../opening/results-modal.tsx';
import { Banner } from '../ui/states.tsx';
import type { Cart } from './cart.ts';
import type { ShownLine } from './cart-lines.tsx';
import { CheckoutError } from './checkout-error.tsx';
import { draftOf } from './checkout-draft.ts';
import { isLocked, problemOf, type Checkout } from './checkout-state.ts';
import type { Goods } from './goods.ts';
import { OrderSummary } from './order-summary.tsx';
import { PacksOpened } from './packs-opened.tsx';
import { PaymentSection } from './payment-section.tsx';
import type { Asks } from './given.ts';
import { useCheckout, type Course } from './use-checkout.ts';
import { packsIn } from './queries.ts';
import type { ShownSingle } from './single-line.tsx';
import { SinglesBought } from './singles-bought.tsx';
import { useShowBought } from './use-show-bought.ts';

const PAID_WORDS = {
  packs: 'Payment completed successfully! Opening your packs...',
  singles: 'Payment completed successfully!',
};

/** How long the message about a successful card payment stays visible before the packs are opened. */
const NOTICE_MS = 2000;

/** Returns the number of cards of an order, also in its packs. Null if the catalogue lacks one of the packs. */
function countCards(lines: ShownLine[], singles: ShownSingle[]): number | null {
  return lines.reduce<number | null>(
    (sum, { type, quantity }) =>
      sum === null || type === undefined ? null : sum + type.card_count * quantity,
    singles.length,
  );
}

type PayableProps = {
  cart: Cart;
  lines: ShownLine[];
  singles: ShownSingle[];
  methods: PaymentMethod[];
  first: PaymentMethod | null;
  /** The price for a payment with the balance, shown until the shop has calculated the total. */
  costFromBalance: Cents;
  asks: Asks;
  onChange: (packTypeId: string, quantity: number) => void;
  onRemoveSingle: (id: string) => void;
  /** Restarts the checkout. The buyer needs this if the page's data about the packs may be outdated. */
  onRestart: () => void;
};

export function Payable({
  cart,
  lines: linesNow,
  singles,
  methods,
  first,
  costFromBalance,
  asks,
  onChange,
  onRemoveSingle,
  onRestart,
}: PayableProps) {
  const [chosen] = useState(() => draftOf(cart).method);
  const isOffered = chosen !== undefined && methods.includes(chosen);
  const course = useCheckout(cart, isOffered ? chosen : (first ?? 'balance'), asks);
  const [closed, setClosed] = useState<{ hasChosen: boolean } | null>(null);
  const { checkout, choose } = course;
  const lines = useUntil(linesNow, checkout.kind === 'paying' || checkout.kind === 'opened');
  const goods: Goods = { packs: packsIn(lines), singles: singles.length };
  useShowPaid(checkout, goods.packs > 0);
  useRepriceFor(useChosenRegion(), course);
  if (checkout.kind === 'opened' && checkout.bought.packOpenings.length === 0) {
    return <SinglesBought singles={checkout.bought.singles} />;
  }
  if (closed !== null) {
    return <PacksOpened hasChosen={closed.hasChosen} hasSingles={goods.singles > 0} />;
  }

  return (
    <>
      {checkout.kind === 'paid' && (
        <div className="mb-8">
          <Banner tone="brand">{PAID_WORDS[goods.packs > 0 ? 'packs' : 'singles']}</Banner>
        </div>
      )}
      {!isLocked(checkout) &&
        checkout.kind !== 'opened' &&
        lines.map(({ packTypeId }) => <NotedDrop key={packTypeId} packTypeId={packTypeId} />)}
      <Problem course={course} methods={methods} onRestart={onRestart} />
      {/* The order comes before the payment, as in a narrow window. In a wide window it comes second, for the Tab key as
         well. */}
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-12 lg:[reading-flow:grid-order]">
        <div className="lg:order-2">
          <OrderSummary
            cart={cart}
            lines={lines}
            singles={singles}
            onChange={(packTypeId, quantity) => {
              onChange(packTypeId, quantity);
              choose({ isEdited: true });
            }}
            onRemoveSingle={(id) => {
              onRemoveSingle(id);
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
        <PaymentSection
          course={course}
          methods={methods}
          costFromBalance={costFromBalance}
          goods={goods}
          cardCount={countCards(lines, singles)}
          sealKinds={lines.flatMap(({ type }) => type?.sealKind ?? [])}
        />
      </div>
      {checkout.kind === 'opened' && (
        <BoughtResults
          packOpenings={checkout.bought.packOpenings}
          placeIds={checkout.bought.tickets.map(({ placeId }) => placeId)}
          onClose={(hasChosen) => setClosed({ hasChosen })}
        />
      )}
    </>
  );
}

/**
 * Returns the newest value until `isOver`, then keeps the last one. After a purchase, the newest odds no longer count
 * the bought pack, so the difference would tell the buyer what that pack holds before they have torn it open.
 */
function useUntil<Value>(value: Value, isOver: boolean): Value {
  const [last, setLast] = useState(value);
  if (isOver) return last;
  if (last !== value) setLast(value);
  return value;
}

/** Requests a new price after the buyer has chosen another region. During a payment this does nothing. */
function useRepriceFor(region: string | null, { choose }: Course) {
  const seen = useRef(region);
  const reprice = useEffectEvent(() => choose({}));
  useEffect(() => {
    if (seen.current === region) return;
    seen.current = region;
    reprice();
  }, [region]);
}

/** Opens the packs shortly after a card payment has succeeded. If there are none, says where the singles are. */
function useShowPaid(checkout: Checkout, hasPacks: boolean) {
  const showBought = useShowBought();
  const paid = checkout.kind === 'paid' ? checkout.intent.paymentIntentId : null;
  useEffect(() => {
    if (paid === null) return;
    const bought = { paymentIntentId: paid, hasPacks };
    const timer = setTimeout(() => showBought(bought), hasPacks ? NOTICE_MS : 0);
    return () => clearTimeout(timer);
  }, [paid, hasPacks, showBought]);
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
    // The message is about a refused discount code, so dismissing the message also removes the code.
    if (discountCode !== null && checkout.kind === 'failed') choose({ discountCode: null });
    // Requests a new price, because the balance may have grown since the refusal.
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

/** Returns a payment method other than the chosen one. */
function otherMethod(methods: PaymentMethod[], chosen: PaymentMethod): PaymentMethod {
  return methods.find((method) => method !== chosen) ?? 'stripe';
}

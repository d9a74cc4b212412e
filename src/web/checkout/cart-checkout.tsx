// The checkout of a cart. Loads the data that is needed before a payment, and lets the buyer change the cart.
import { checkEligibility } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PauseBanner } from '../accounts/pause-banner.tsx';
import { useChosenRegion } from '../accounts/region.ts';
import { useProfile } from '../accounts/queries.ts';
import { useAskOnce } from '../api/ask-once.ts';
import { putInCart } from '../api/cart.ts';
import type { CartLine } from '../api/session.ts';
import { usePackTypes } from '../catalogue/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { forgetCart, type Cart } from './cart.ts';
import { CartLines, type ShownLine } from './cart-lines.tsx';
import { CheckoutError } from './checkout-error.tsx';
import { CheckoutLoading, EmptyCart } from './checkout-frame.tsx';
import { checkoutProblem, type CheckoutProblem } from './messages.ts';
import { Payable } from './payable.tsx';
import { WhereToLive } from './where-to-live.tsx';

export function CartCheckout({ first }: { first: Cart }) {
  const [given, setCart] = useState(first);
  const navigate = useNavigate();
  const profile = useProfile();
  const types = usePackTypes();
  const chosen = useChosenRegion();
  // A cart may still contain a pack type that is no longer in the catalogue. Its packs are left out.
  const isKnown = ({ packId }: CartLine) => types.data?.some(({ id }) => id === packId) ?? true;
  const isWhole = !given.isKept || given.lines.every(isKnown);
  const cart = isWhole ? given : { ...given, lines: given.lines.filter(isKnown) };
  // The shop checks the cart at the start of each checkout and after each change of the cart, because packs may have
  // sold out. There is no check during the checkout, because the buyer's own purchase would count against the limits.
  const isReady = types.data !== undefined && cart.lines.length > 0;
  const eligibility = useAskOnce(
    checkEligibility,
    isReady ? { packs: cart.lines, region: chosen } : null,
    { keepsPrevious: true },
  );
  // If a later check of the cart fails, the page stays, because the buyer may be typing on it.
  const failed =
    [types, eligibility, profile].find(({ data, error }) => data === undefined && error !== null)
      ?.error ?? null;

  const leaveForGood = async () => {
    await navigate({ to: '/packs' });
    // A directly bought pack is removed from the browser's memory. Otherwise /checkout would show the refused pack
    // again.
    if (!cart.isKept) forgetCart(cart);
  };

  if (cart.lines.length === 0) return <EmptyCart />;
  if (failed !== null) {
    return (
      <div className="max-w-180">
        <CheckoutError
          problem={checkoutProblem(failed)}
          onRetry={() => {
            for (const asked of [types, eligibility, profile]) void asked.refetch();
          }}
          onReturn={() => void leaveForGood()}
        />
      </div>
    );
  }
  if (eligibility.data === undefined || types.data === undefined || profile.data === undefined) {
    return (
      <CheckoutLoading
        text={types.data === undefined ? 'Loading checkout' : 'Checking eligibility'}
      />
    );
  }

  const lines: ShownLine[] = eligibility.data.lines.map((line) => {
    const quantity = quantityOf(line, cart) ?? line.quantity;
    return { ...line, quantity, type: types.data.find(({ id }) => id === line.packTypeId) };
  });
  const change = (packTypeId: string, quantity: number) => {
    const next = lines
      .map((line) => ({
        packId: line.packTypeId,
        quantity: line.packTypeId === packTypeId ? quantity : line.quantity,
      }))
      .filter((line) => line.quantity > 0);
    setCart({ ...cart, lines: next });
    if (cart.isKept) putInCart(packTypeId, quantity);
    // Store the new quantity in the URL, so that a reload keeps it.
    else {
      void navigate({
        to: '/checkout',
        search: (now) => ({ ...now, quantity }),
        state: true,
        replace: true,
        resetScroll: false,
      });
    }
  };

  if (!eligibility.data.eligible) {
    return profile.data.accountPause ? (
      <Paused />
    ) : (
      <Ineligible
        reason={eligibility.data.ineligibilityReason}
        isSoldHere={eligibility.data.isSoldHere}
        lines={lines}
        canChange={cart.isKept || lines.some((line) => line.quantity > 1)}
        canRemove={cart.isKept}
        onChange={change}
      />
    );
  }
  const { availablePaymentMethods, hasInsufficientBalance, totalCost, asks } = eligibility.data;
  return (
    <Payable
      cart={cart}
      lines={lines}
      methods={availablePaymentMethods}
      first={firstMethod(availablePaymentMethods, hasInsufficientBalance)}
      costFromBalance={totalCost}
      asks={asks}
      onChange={change}
      onRestart={() => void eligibility.refetch()}
    />
  );
}

/** Returns the quantity in the current cart, because the shop's response may still belong to the previous cart. */
function quantityOf(
  { packTypeId }: Reply<typeof checkEligibility>['lines'][number],
  { lines }: Cart,
): number | undefined {
  return lines.find(({ packId }) => packId === packTypeId)?.quantity;
}

/**
 * Returns the preselected payment method: the balance if it is offered and sufficient, or else a card. Null if neither
 * is possible.
 */
function firstMethod(methods: PaymentMethod[], isShort: boolean): PaymentMethod | null {
  if (methods.includes('balance') && !isShort) return 'balance';
  return methods.find((method) => method === 'stripe') ?? null;
}

function Paused() {
  return (
    <div className="max-w-180">
      <PauseBanner />
      <Link to="/my-account" className={buttonClass({ variant: 'secondary' })}>
        My account
      </Link>
    </div>
  );
}

/**
 * Says why a cart can't be bought. The buyer can reduce the cart if that may help. If the shop doesn't sell in the
 * buyer's region, the buyer can change the region.
 */
function Ineligible({
  reason,
  isSoldHere,
  lines,
  canChange,
  canRemove,
  onChange,
}: {
  reason: string | null;
  isSoldHere: boolean;
  lines: ShownLine[];
  canChange: boolean;
  canRemove: boolean;
  onChange: (packTypeId: string, quantity: number) => void;
}) {
  const navigate = useNavigate();
  const problem: CheckoutProblem = {
    type: isSoldHere ? 'pack_unavailable' : 'not_sold_here',
    message: reason ?? 'One or more packs are no longer available.',
    isRetryable: false,
  };
  return (
    <div className="max-w-180">
      <CheckoutError
        problem={problem}
        onRetry={() => {}}
        onReturn={() => void navigate({ to: '/packs' })}
      />
      {!isSoldHere && <WhereToLive />}
      {canChange && isSoldHere && (
        <section aria-label="Your cart" className="rounded-card border border-line bg-surface p-5">
          <CartLines lines={lines} isLocked={false} canRemove={canRemove} onChange={onChange} />
        </section>
      )}
    </div>
  );
}

// A checkout of a cart: what must be known before it can be paid, and the cart as it is changed here.
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
  // What was put into the cart long ago may have left the catalogue.
  const isKnown = ({ packId }: CartLine) => types.data?.some(({ id }) => id === packId) ?? true;
  const isWhole = !given.isKept || given.lines.every(isKnown);
  const cart = isWhole ? given : { ...given, lines: given.lines.filter(isKnown) };
  // What could be bought a minute ago may be gone: asked anew for each checkout and each change of its cart, and not
  // during it, when the shopper's own purchase would count against them.
  const isReady = types.data !== undefined && cart.lines.length > 0;
  const eligibility = useAskOnce(
    checkEligibility,
    isReady ? { packs: cart.lines, region: chosen } : null,
    { keepsPrevious: true },
  );
  // A second look that failed takes nothing from the page: somebody may be typing on it.
  const failed =
    [types, eligibility, profile].find(({ data, error }) => data === undefined && error !== null)
      ?.error ?? null;

  const leaveForGood = async () => {
    await navigate({ to: '/packs' });
    // Or /checkout would come back to what the shop refuses.
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
    // For a page that is loaded again.
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

/** How many the cart says, where the answer about it is still that to the cart before. */
function quantityOf(
  { packTypeId }: Reply<typeof checkEligibility>['lines'][number],
  { lines }: Cart,
): number | undefined {
  return lines.find(({ packId }) => packId === packTypeId)?.quantity;
}

/** The balance if it is offered and enough, otherwise a card, otherwise what there is. */
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
 * A cart that can't be bought as it is. If less of it may help, it can be changed; if the shop doesn't sell where its buyer
 * lives, that can be.
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

// The checkout of a cart. It loads the data that a payment needs, and lets the buyer change the cart.
import { checkEligibility } from '#contract/checkout.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { PaymentMethod } from '#domain/pricing.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PauseBanner } from '../accounts/pause-banner.tsx';
import { useChosenRegion } from '../accounts/region.ts';
import { useProfile } from '../accounts/queries.ts';
import { useAskOnce } from '../api/ask-once.ts';
import { putInCart, takeSinglesFromCart } from '../api/cart.ts';
import type { CartLine } from '../api/session.ts';
import { usePackTypes } from '../catalogue/queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { forgetCart, isEmptyCart, type Cart } from './cart.ts';
import { CartLines, type ShownLine } from './cart-lines.tsx';
import { CheckoutError } from './checkout-error.tsx';
import { CheckoutLoading, EmptyCart } from './checkout-frame.tsx';
import { checkoutProblem, type CheckoutProblem } from './messages.ts';
import { Payable } from './payable.tsx';
import { goodsOf } from './queries.ts';
import type { ShownSingle } from './single-line.tsx';
import { WhereToLive } from './where-to-live.tsx';

export function CartCheckout({ first }: { first: Cart }) {
  const [given, setCart] = useState(first);
  const navigate = useNavigate();
  const profile = useProfile();
  const types = usePackTypes();
  const chosen = useChosenRegion();
  // A cart may still contain a pack type that has left the catalogue. The checkout leaves out such packs.
  const isKnown = ({ packId }: CartLine) => types.data?.some(({ id }) => id === packId) ?? true;
  const isWhole = !given.isFromCart || given.lines.every(isKnown);
  const cart = isWhole ? given : { ...given, lines: given.lines.filter(isKnown) };
  // The shop checks the cart at the start of a checkout and after each change of the cart, because packs may sell out.
  // The cart is not checked during the payment, because then the buyer's own purchase would count against the limits.
  const isReady = types.data !== undefined && !isEmptyCart(cart);
  const eligibility = useAskOnce(
    checkEligibility,
    isReady ? { ...goodsOf(cart), region: chosen } : null,
    { keepsPrevious: true },
  );
  // If a later check of the cart fails, the page stays as it is, because the buyer may be typing on it.
  const failed =
    [types, eligibility, profile].find(({ data, error }) => data === undefined && error !== null)
      ?.error ?? null;

  const leaveForGood = async () => {
    await navigate({ to: cart.lines.length === 0 ? '/cards' : '/packs' });
    // Removes what is bought directly from the browser's storage. Otherwise /checkout would show it again.
    if (!cart.isFromCart) forgetCart(cart);
  };

  if (isEmptyCart(cart)) return <EmptyCart />;
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
  // The shop's response may be about the previous cart.
  const singles = eligibility.data.singles.filter(({ singleId }) =>
    cart.singles.includes(singleId),
  );
  const removeSingle = (id: string) => {
    setCart({ ...cart, singles: cart.singles.filter((one) => one !== id) });
    takeSinglesFromCart([id]);
  };
  const change = (packTypeId: string, quantity: number) => {
    const next = lines
      .map((line) => ({
        packId: line.packTypeId,
        quantity: line.packTypeId === packTypeId ? quantity : line.quantity,
      }))
      .filter((line) => line.quantity > 0);
    setCart({ ...cart, lines: next });
    if (cart.isFromCart) putInCart(packTypeId, quantity);
    // Stores the new quantity in the URL, so that a reload keeps it.
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
        singles={singles}
        canChange={cart.isFromCart || lines.some((line) => line.quantity > 1)}
        canRemove={cart.isFromCart}
        onChange={change}
        onRemoveSingle={removeSingle}
        onReturn={() => void leaveForGood()}
      />
    );
  }
  const { availablePaymentMethods, hasInsufficientBalance, totalCost, asks } = eligibility.data;
  return (
    <Payable
      cart={cart}
      lines={lines}
      singles={singles}
      methods={availablePaymentMethods}
      first={firstMethod(availablePaymentMethods, hasInsufficientBalance)}
      costFromBalance={totalCost}
      asks={asks}
      onChange={change}
      onRemoveSingle={removeSingle}
      onRestart={() => void eligibility.refetch()}
    />
  );
}

/** Returns the quantity from the current cart, because the shop's response may be about the previous cart. */
function quantityOf(
  { packTypeId }: Reply<typeof checkEligibility>['lines'][number],
  { lines }: Cart,
): number | undefined {
  return lines.find(({ packId }) => packId === packTypeId)?.quantity;
}

/**
 * Returns the payment method that is selected at first. This is the balance if the shop offers it and it is sufficient,
 * and otherwise a card. Returns null if the shop offers no card either.
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
 * Says why a cart can't be bought. If a smaller cart may help, lets the buyer reduce the cart. If the shop doesn't sell
 * in the buyer's region, lets the buyer change the region.
 */
function Ineligible({
  reason,
  isSoldHere,
  lines,
  singles,
  canChange,
  canRemove,
  onChange,
  onRemoveSingle,
  onReturn,
}: {
  reason: string | null;
  isSoldHere: boolean;
  lines: ShownLine[];
  singles: ShownSingle[];
  canChange: boolean;
  canRemove: boolean;
  onChange: (packTypeId: string, quantity: number) => void;
  onRemoveSingle: (id: string) => void;
  onReturn: () => void;
}) {
  const problem: CheckoutProblem = {
    type: isSoldHere ? 'pack_unavailable' : 'not_sold_here',
    message: reason ?? 'One or more packs are no longer available.',
    isRetryable: false,
  };
  return (
    <div className="max-w-180">
      <CheckoutError problem={problem} onRetry={() => {}} onReturn={onReturn} />
      {!isSoldHere && <WhereToLive />}
      {canChange && isSoldHere && (
        <section aria-label="Your cart" className="rounded-card border border-line bg-surface p-5">
          <CartLines
            lines={lines}
            singles={singles}
            isLocked={false}
            canRemove={canRemove}
            onChange={onChange}
            onRemoveSingle={onRemoveSingle}
          />
        </section>
      )}
    </div>
  );
}

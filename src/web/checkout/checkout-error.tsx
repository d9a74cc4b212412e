import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { VerifyLink } from '../accounts/verify-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import type { CheckoutProblem } from './messages.ts';

/**
 * Scrolls to the error, and returns the ref for its box. The box is at the top of the page; on a phone, the pressed
 * button may be a whole screen below.
 */
function useScrolledTo(problem: CheckoutProblem) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The braces keep the effect from returning a value, because React would take the value as a cleanup function. In
    // some browsers this call returns a promise.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return box;
}

/** Shows the error and the ways to continue. A way without a handler is not offered. */
export function CheckoutError({
  problem,
  isUnheard = false,
  onRetry,
  onRestart,
  onChangeMethod,
  onReturn,
  onDismiss,
}: {
  problem: CheckoutProblem;
  /** Whether a purchase was requested and no response has arrived. Such a purchase may have succeeded. */
  isUnheard?: boolean;
  onRetry: () => void;
  onRestart?: () => void;
  onChangeMethod?: () => void;
  onReturn: () => void;
  onDismiss?: () => void;
}) {
  const isExpired = problem.type === 'reservation_expired';
  const isAboutMethod = problem.type === 'payment_error' && onChangeMethod !== undefined;
  // Whether the buyer can't correct the request on this page, for example because the URL has an invalid quantity.
  const isDeadEnd = problem.type === 'validation_error' && onDismiss === undefined;
  const box = useScrolledTo(problem);
  return (
    <div
      ref={box}
      role="alert"
      className="mb-8 scroll-mt-24 rounded-control bg-danger-soft p-5 text-on-danger-soft"
    >
      <h2 className="text-body font-semibold">Error</h2>
      <p className="mt-2 text-small">{problem.message}</p>
      {isUnheard && (
        <p className="mt-2 text-small">
          We don’t know yet whether you have paid. Retry finds out: if you have, it is yours, and
          nothing is charged again.
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        {problem.isRetryable && !isExpired && (
          <Button {...(isAboutMethod && { variant: 'secondary' as const })} onClick={onRetry}>
            Retry
          </Button>
        )}
        {isExpired && onRestart && <Button onClick={onRestart}>Restart Checkout</Button>}
        {problem.type === 'not_verified' && <VerifyLink />}
        {problem.type === 'not_sold_here' && (
          <Link to="/where-we-sell" className={buttonClass()}>
            Where we sell
          </Link>
        )}
        {problem.type === 'total_changed' && onRestart && (
          <Button onClick={onRestart}>See New Total</Button>
        )}
        {problem.type === 'single_unavailable' && onRestart && (
          <Button onClick={onRestart}>See Your Cart</Button>
        )}
        {problem.type === 'asks_changed' && onRestart && <Button onClick={onRestart}>Go On</Button>}
        {isAboutMethod && <Button onClick={onChangeMethod}>Change Payment Method</Button>}
        {(problem.type === 'pack_unavailable' || isDeadEnd) && (
          <Button onClick={onReturn}>Return to Catalog</Button>
        )}
        {onDismiss && (
          <Button variant="secondary" onClick={onDismiss}>
            Dismiss
          </Button>
        )}
      </div>
    </div>
  );
}

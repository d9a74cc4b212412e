import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { VerifyLink } from '../accounts/verify-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import type { CheckoutProblem } from './messages.ts';

/** The box of the error. It is at the top of the page: on a phone, a screen above the button that was pressed. */
function useScrolledTo(problem: CheckoutProblem) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The braces matter: some browsers return a promise here, and React must not take it as the effect's cleanup.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return box;
}

/** Shows the error and the ways to continue. A way whose handler is missing is not offered. */
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
  /** True if a purchase was requested and its response is missing. The purchase may have succeeded. */
  isUnheard?: boolean;
  onRetry: () => void;
  onRestart?: () => void;
  onChangeMethod?: () => void;
  onReturn: () => void;
  onDismiss?: () => void;
}) {
  const isExpired = problem.type === 'reservation_expired';
  const isAboutMethod = problem.type === 'payment_error' && onChangeMethod !== undefined;
  // True if nothing on this page can correct the request, for example because the URL has an invalid quantity.
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
          We don’t know yet whether you have paid. Retry finds out: if you have, your packs open,
          and nothing is charged again.
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

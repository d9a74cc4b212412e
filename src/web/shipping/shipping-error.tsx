import { Link } from '@tanstack/react-router';
import { VerifyLink } from '../accounts/verify-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import type { ShippingProblem, ShippingStep } from './shipping-problem.ts';

/**
 * The label of the retry button for each step. The step `request` has no such button, because the form's own button
 * retries it.
 */
const RETRY_LABELS: Partial<Record<ShippingStep, string>> = {
  eligibility: 'Retry Eligibility Check',
  fee: 'Retry Fee Calculation',
  intent: 'Retry Payment Intent',
};

/** Shows an error, with a button to retry the step that failed. */
export function ShippingError({
  problem,
  onRetry,
  isBusy = false,
}: {
  problem: ShippingProblem;
  onRetry: () => void;
  isBusy?: boolean;
}) {
  const retryLabel = problem.step === null ? undefined : RETRY_LABELS[problem.step];
  return (
    <div role="alert" className="rounded-control bg-danger-soft p-5 text-on-danger-soft">
      <h2 className="text-body font-semibold">{problem.message}</h2>
      {problem.detail !== null && <p className="mt-1 text-small">{problem.detail}</p>}
      {problem.isUnverified === true && (
        <div className="mt-4">
          <VerifyLink />
        </div>
      )}
      {retryLabel !== undefined && (
        <div className="mt-4 flex flex-wrap gap-3">
          <Button onClick={onRetry} busy={isBusy}>
            {retryLabel}
          </Button>
          {problem.step === 'eligibility' && (
            <Link to="/my-cards" replace className={buttonClass({ variant: 'secondary' })}>
              Back to My cards
            </Link>
          )}
        </div>
      )}
    </div>
  );
}

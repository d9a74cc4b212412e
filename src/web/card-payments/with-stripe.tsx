// Renders its content when Stripe's script has loaded. If an ad blocker, a filter or the network stops the script,
// shows a message.
import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { FormSkeleton } from './form-skeleton.tsx';
import { stripeWith } from './stripe-script.ts';

/**
 * Time after which the message appears. Even a slow phone loads the script faster. Meanwhile the buyer's packs stay
 * reserved.
 */
const WAIT_MS = 10_000;

type Loading = { state: 'loading' | 'missing' } | { state: 'loaded'; stripe: Stripe };

export function WithStripe({
  publishableKey,
  otherWays,
  children,
}: {
  publishableKey: string;
  otherWays?: ReactNode;
  children: (stripe: Stripe) => ReactNode;
}) {
  const [loading, setLoading] = useState<Loading>({ state: 'loading' });
  const [attempt, setAttempt] = useState(1);
  useEffect(() => {
    let isLeft = false;
    const show = (next: Loading) => !isLeft && setLoading(next);
    const timer = setTimeout(() => show({ state: 'missing' }), WAIT_MS);
    stripeWith(publishableKey)
      // If the script arrives after the message has appeared, the form replaces the message.
      .then((stripe) => stripe && show({ state: 'loaded', stripe }))
      .catch(() => show({ state: 'missing' }));
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [publishableKey, attempt]);

  if (loading.state === 'loaded') return children(loading.stripe);
  if (loading.state === 'loading') return <FormSkeleton />;
  return (
    <ScriptMissing
      reason="Stripe takes the card, and its form did not reach your browser. An ad blocker, a network filter or a weak connection may be the cause: allow js.stripe.com and try again."
      otherWays={otherWays}
      onRetry={() => {
        setLoading({ state: 'loading' });
        setAttempt(attempt + 1);
      }}
    />
  );
}

export function ScriptMissing({
  reason,
  otherWays,
  onRetry,
}: {
  reason: string;
  otherWays?: ReactNode;
  onRetry: () => void;
}) {
  return (
    <div
      role="alert"
      className="mt-6 rounded-control bg-danger-soft p-4 text-small text-on-danger-soft"
    >
      <p className="font-semibold">Stripe has not loaded yet</p>
      <p className="mt-1">{reason} Your card was not charged.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
        {otherWays}
      </div>
    </div>
  );
}

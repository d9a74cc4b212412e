// What the forms of both providers have in common.
import type { Cents } from '#domain/money.ts';
import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.tsx';

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** What the button says: "Pay CAD 27.50". */
  payLabel: string;
  /** Said beside the button, which stays in view on a phone. Left out: the button stands where it stands. */
  total?: Cents;
  /** A press on the button: the card is being charged. */
  onStart: () => void;
  /** The card provider has the money. */
  onSucceeded: (paymentIntentId: string) => void;
  onFailed: (message: string) => void;
};

/** What a form of either provider gets besides. */
export type ProviderFormProps = PaymentFormProps & { publishableKey: string };

/** What went wrong with a charge, and the way back to the fields. */
export function PaymentFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is below: what happened is above it.
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-control bg-danger-soft p-4 text-small text-on-danger-soft"
    >
      <p className="font-semibold">Payment Failed</p>
      <p className="mt-1">{message}</p>
      <p className="mt-1">Please check your card details and try again</p>
      <Button look="secondary" size="small" className="mt-3" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

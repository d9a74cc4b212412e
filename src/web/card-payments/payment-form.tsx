// Paying by card: one component in front of the card provider's own fields and the sandbox's. Card data
// never reaches the shop's own calls.
import { Component, lazy, Suspense, type ReactNode } from 'react';
import { useConfig } from '../accounts/config.ts';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/states.tsx';

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** What the button says: "Pay CAD 27.50". */
  payLabel: string;
  /** A press on the button: the card is being charged. */
  onStart: () => void;
  /** The card provider has the money. */
  onSucceeded: (paymentIntentId: string) => void;
  onFailed: (message: string) => void;
};

/** What a form of either provider gets besides. */
export type ProviderFormProps = PaymentFormProps & { publishableKey: string };

const SandboxForm = lazy(() =>
  import('./sandbox-form.tsx').then((module) => ({ default: module.SandboxForm })),
);
const StripeForm = lazy(() =>
  import('./stripe-form.tsx').then((module) => ({ default: module.StripeForm })),
);

export function PaymentForm(props: PaymentFormProps) {
  const config = useConfig();
  const publishableKey = config?.stripePublishableKey;
  if (!config || !publishableKey) return <FormSkeleton />;
  const Form = config.sandbox ? SandboxForm : StripeForm;
  return (
    <LoadBoundary>
      <Suspense fallback={<FormSkeleton />}>
        <Form key={props.paymentIntentId} {...props} publishableKey={publishableKey} />
      </Suspense>
    </LoadBoundary>
  );
}

function FormSkeleton() {
  return (
    <div className="mt-6 grid gap-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-13" />
    </div>
  );
}

/** What went wrong with a charge, and the way back to the fields. */
export function PaymentFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className="rounded-control bg-danger-soft p-4 text-small text-on-danger-soft">
      <p className="font-semibold">Payment Failed</p>
      <p className="mt-1">{message}</p>
      <p className="mt-1">Please check your card details and try again</p>
      <Button look="danger" size="small" className="mt-3" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}

/** The provider's script did not come. */
class LoadBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <p role="alert" className="mt-6 text-small text-danger">
        Stripe has not loaded yet
      </p>
    );
  }
}

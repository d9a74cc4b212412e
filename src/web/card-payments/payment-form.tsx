// Paying by card: one component in front of the card provider's own fields and the sandbox's. Card data
// never reaches the shop's own calls.
import { Component, lazy, Suspense, type ReactNode } from 'react';
import { useConfig } from '../accounts/config.ts';
import { Skeleton } from '../ui/states.tsx';
import type { PaymentFormProps } from './provider-form.tsx';

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

/** The place of a form that is on its way. */
export function FormSkeleton() {
  return (
    <div className="mt-6 grid gap-4">
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-13" />
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

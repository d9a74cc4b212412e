// Takes a card payment with the fields of the card provider or of the sandbox. Card data never reaches the shop's own
// endpoints.
import { Component, lazy, Suspense, type ReactNode } from 'react';
import { useConfig } from '../accounts/config.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import type { PaymentFormProps } from './provider-form.tsx';
import { ScriptMissing } from './with-stripe.tsx';

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
    <LoadBoundary otherWays={props.otherWays}>
      <Suspense fallback={<FormSkeleton />}>
        <Form key={props.paymentIntentId} {...props} publishableKey={publishableKey} />
      </Suspense>
    </LoadBoundary>
  );
}

/** Shows a message if the code of the form does not load. Only a reload of the page requests the code again. */
class LoadBoundary extends Component<
  { otherWays: ReactNode; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <ScriptMissing
        reason="A part of this page did not reach your browser. Check your connection and try again: the page is loaded anew."
        otherWays={this.props.otherWays}
        onRetry={() => window.location.reload()}
      />
    );
  }
}

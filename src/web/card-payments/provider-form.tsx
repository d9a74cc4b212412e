// The props that are the same for Stripe's form and the sandbox's form.
import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** The label of the button, such as "Pay CAD 27.50". */
  payLabel: string;
  /**
   * The amount to show beside the button. If given, a phone keeps the button in view. If omitted, the button scrolls
   * with the form.
   */
  total?: Cents;
  /** Called when the button is pressed and the charge begins. */
  onStart: () => void;
  /** Called when the card provider has received the money. */
  onSucceeded: (paymentIntentId: string) => void;
  onFailed: (message: string) => void;
  /** Buttons for other ways to pay, shown if the provider's script does not load. */
  otherWays?: ReactNode;
};

/** The props of the form of Stripe or of the sandbox. */
export type ProviderFormProps = PaymentFormProps & { publishableKey: string };

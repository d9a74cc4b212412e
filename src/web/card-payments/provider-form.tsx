// The props that the forms of Stripe and of the sandbox share.
import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** The button's label: "Pay CAD 27.50". */
  payLabel: string;
  /**
   * The amount to show beside the button, which stays in view on a phone. If omitted, the button scrolls with the form.
   */
  total?: Cents;
  /** Called when the button was pressed and the charge begins. */
  onStart: () => void;
  /** Called when the card provider has received the money. */
  onSucceeded: (paymentIntentId: string) => void;
  onFailed: (message: string) => void;
  /** Buttons for other ways to pay, shown if the provider's script does not load. */
  otherWays?: ReactNode;
};

/** The props of either provider's form. */
export type ProviderFormProps = PaymentFormProps & { publishableKey: string };

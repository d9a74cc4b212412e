// The common props of both providers' forms.
import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';

export type PaymentFormProps = {
  clientSecret: string;
  paymentIntentId: string;
  /** The button's label: "Pay CAD 27.50". */
  payLabel: string;
  /** Shown beside the button, which stays in view on a phone. If omitted, the button stays in its place. */
  total?: Cents;
  /** The button was pressed: the card is being charged. */
  onStart: () => void;
  /** The card provider has received the money. */
  onSucceeded: (paymentIntentId: string) => void;
  onFailed: (message: string) => void;
  /** Buttons with alternatives if the provider's script does not load. */
  otherWays?: ReactNode;
};

/** Further props of either provider's form. */
export type ProviderFormProps = PaymentFormProps & { publishableKey: string };

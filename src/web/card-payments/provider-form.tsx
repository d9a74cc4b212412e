// What the forms of both providers have in common.
import type { Cents } from '#domain/money.ts';
import type { ReactNode } from 'react';

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
  /** Buttons for what else can be done where the provider's script does not load. */
  otherWays?: ReactNode;
};

/** What a form of either provider gets besides. */
export type ProviderFormProps = PaymentFormProps & { publishableKey: string };

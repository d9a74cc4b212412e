// Saves a card for later payments. The card provider stores the card; the shop gets only the card's id.
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import { useState, type FormEvent } from 'react';
import { useConfig } from '../accounts/config.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import { WithStripe } from './with-stripe.tsx';

type NewCardFormProps = {
  /** Saves the card with this id. If the shop refuses it, the caller shows the message. */
  onCard: (paymentMethodId: string) => Promise<void>;
  onCancel: () => void;
};

export function NewCardForm(props: NewCardFormProps) {
  const config = useConfig();
  if (!config?.stripePublishableKey) return null;
  if (config.sandbox) return <TestCardForm {...props} />;
  return (
    <WithStripe
      publishableKey={config.stripePublishableKey}
      otherWays={
        <Button variant="secondary" size="small" onClick={props.onCancel}>
          Cancel
        </Button>
      }
    >
      {(stripe) => (
        <Elements stripe={stripe}>
          <StripeCardForm {...props} />
        </Elements>
      )}
    </WithStripe>
  );
}

/**
 * The form replaces the button that opened it, so the focus moves to the form. The fields can't take the focus, because
 * they may belong to the card provider.
 */
const ARRIVAL = { tabIndex: -1, ref: (form: HTMLFormElement | null) => form?.focus() };

/** The ids of test cards that the card provider publishes. */
const TEST_CARDS = [
  { value: 'pm_card_visa', label: 'Visa 4242' },
  { value: 'pm_card_mastercard', label: 'Mastercard 4444' },
  { value: 'pm_card_amex', label: 'American Express 0005' },
] as const;

function TestCardForm({ onCard, onCancel }: NewCardFormProps) {
  const [card, setCard] = useState<string>(TEST_CARDS[0].value);
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await onCard(card);
    setBusy(false);
  };
  return (
    <form {...ARRIVAL} onSubmit={save} className="grid gap-3 outline-none" aria-label="Add a card">
      <p>
        <Badge tone="warn">Test mode: no real money</Badge>
      </p>
      <Select
        label="Test card"
        value={card}
        onChange={({ target }) => setCard(target.value)}
        options={TEST_CARDS}
      />
      <Buttons isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

function StripeCardForm({ onCard, onCancel }: NewCardFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement) ?? null;
    if (stripe === null) return setProblem('Stripe has not loaded yet');
    if (card === null) return setProblem('Card element not found');
    setBusy(true);
    setProblem(null);
    const { error, paymentMethod } = await stripe.createPaymentMethod({ type: 'card', card });
    if (error) setProblem(error.message ?? 'Payment processing failed');
    else await onCard(paymentMethod.id);
    return setBusy(false);
  };
  return (
    <form {...ARRIVAL} onSubmit={save} className="grid gap-3 outline-none" aria-label="Add a card">
      <div className="rounded-control border border-line-strong bg-white p-3">
        <CardElement />
      </div>
      {problem && (
        <p role="alert" className="text-small text-danger">
          {problem}
        </p>
      )}
      <Buttons isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}

function Buttons({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <div className="flex gap-3">
      <Button type="submit" busy={isBusy}>
        Save card
      </Button>
      <Button variant="secondary" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

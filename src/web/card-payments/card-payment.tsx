// Lets the user pay with a saved card or with a new card that they type in.
import { listPaymentMethods } from '#contract/wallet.ts';
import { useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { Select } from '../ui/select.tsx';
import { nameOfCard } from './card-name.ts';
import { FormSkeleton } from './form-skeleton.tsx';
import { PaymentForm } from './payment-form.tsx';
import type { PaymentFormProps } from './provider-form.tsx';
import { SavedCardForm } from './saved-card-form.tsx';

const TYPED_IN = 'new';

/**
 * Offers the user's saved cards. The payment intent must belong to the card provider's customer who owns these cards,
 * because the browser may charge them only in that case.
 */
export function CardPayment(props: PaymentFormProps) {
  const { data, isPending } = useAsk(listPaymentMethods, {});
  const [chosen, setChosen] = useState<string | null>(null);
  /** The saved cards when the charge began. If the charge saves a card, the form must not change meanwhile. */
  const [charging, setCharging] = useState<typeof data>();
  if (isPending) return <FormSkeleton />;
  const cards = charging ?? data ?? [];
  const form: PaymentFormProps = {
    ...props,
    onStart: () => {
      setCharging(cards);
      props.onStart();
    },
    onFailed: (message) => {
      setCharging(undefined);
      props.onFailed(message);
    },
  };
  if (cards.length === 0) return <PaymentForm {...form} />;
  // The default card is first in the list. It is selected until the user chooses another card.
  const card = chosen === TYPED_IN ? null : (cards.find(({ id }) => id === chosen) ?? cards[0]!);
  return (
    <>
      <Select
        label="Pay with"
        className="mt-6"
        value={card?.id ?? TYPED_IN}
        disabled={charging !== undefined}
        onChange={({ target }) => setChosen(target.value)}
        options={[
          ...cards.map((one) => ({ value: one.id, label: nameOfCard(one) })),
          { value: TYPED_IN, label: 'A new card' },
        ]}
      />
      {card === null ? (
        <PaymentForm {...form} />
      ) : (
        <SavedCardForm
          key={card.id}
          {...form}
          payLabel={`${props.payLabel} with ${nameOfCard(card)}`}
          cardId={card.providerId}
        />
      )}
    </>
  );
}

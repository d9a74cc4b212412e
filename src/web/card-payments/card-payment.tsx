// Paying by card where somebody may have saved some: one of those with one press, or a card that is typed in.
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

/** Its intent is of a customer that has the saved cards, so that the browser may name any of them. */
export function CardPayment(props: PaymentFormProps) {
  const { data: cards, isPending } = useAsk(listPaymentMethods, {});
  const [chosen, setChosen] = useState<string | null>(null);
  const [isCharging, setCharging] = useState(false);
  if (isPending) return <FormSkeleton />;
  if (cards === undefined || cards.length === 0) return <PaymentForm {...props} />;
  // Until somebody chooses: the default card, which comes first.
  const card = chosen === TYPED_IN ? null : (cards.find(({ id }) => id === chosen) ?? cards[0]!);
  const form: PaymentFormProps = {
    ...props,
    onStart: () => {
      setCharging(true);
      props.onStart();
    },
    onFailed: (message) => {
      setCharging(false);
      props.onFailed(message);
    },
  };
  return (
    <>
      <Select
        label="Pay with"
        className="mt-6"
        value={card?.id ?? TYPED_IN}
        disabled={isCharging}
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

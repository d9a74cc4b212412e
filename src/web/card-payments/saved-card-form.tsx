// Paying with a card that was saved: one press confirms.
import { useState } from 'react';
import { useConfig } from '../accounts/config.ts';
import { Button } from '../ui/button.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import { PayButton } from './pay-bar.tsx';
import { PaymentFailed, type PaymentFormProps } from './provider-form.tsx';
import {
  answerChallenge,
  confirmWithSavedCard,
  type Confirmation,
  type SandboxIntent,
} from './sandbox-client.ts';
import { stripeWith } from './stripe-script.ts';

export function SavedCardForm({
  clientSecret,
  paymentIntentId,
  payLabel,
  total,
  cardId,
  onStart,
  onSucceeded,
  onFailed,
}: PaymentFormProps & {
  /** The card provider's id of the card; left out: the intent has its card already. */
  cardId?: string;
}) {
  const config = useConfig();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isChallenged, setChallenged] = useState(false);
  const key = config?.stripePublishableKey ?? null;
  if (key === null) return null;
  const intent: SandboxIntent = { clientSecret, paymentIntentId, publishableKey: key };

  const take = (confirmation: Confirmation) => {
    if (confirmation.outcome === 'succeeded') {
      onSucceeded(paymentIntentId);
    } else if (confirmation.outcome === 'challenge') {
      setChallenged(true);
    } else {
      setBusy(false);
      setFailure(confirmation.message);
      onFailed(confirmation.message);
    }
  };

  const pay = async () => {
    setBusy(true);
    setFailure(null);
    onStart();
    take(
      await (config!.sandbox
        ? confirmWithSavedCard(intent, cardId)
        : confirmAtStripe(intent, cardId)),
    );
  };

  return (
    <div className="mt-6 grid gap-4">
      {failure !== null && <PaymentFailed message={failure} onRetry={() => setFailure(null)} />}
      <PayButton total={total}>
        <Button size="large" wide busy={isBusy} onClick={() => void pay()}>
          {isBusy ? 'Processing...' : payLabel}
        </Button>
      </PayButton>
      <ChallengeDialog
        isOpen={isChallenged}
        onAnswer={(passes) => {
          setChallenged(false);
          void answerChallenge(intent, passes).then(take);
        }}
      />
    </div>
  );
}

/** Stripe's script asks the cardholder by itself where their bank wants to see them. */
async function confirmAtStripe(intent: SandboxIntent, cardId?: string): Promise<Confirmation> {
  const stripe = await stripeWith(intent.publishableKey).catch(() => null);
  if (stripe === null) return { outcome: 'failed', message: 'Stripe has not loaded yet' };
  const { error, paymentIntent } = await stripe.confirmCardPayment(
    intent.clientSecret,
    cardId === undefined ? undefined : { payment_method: cardId },
  );
  if (error) return { outcome: 'failed', message: error.message ?? 'Payment failed' };
  return paymentIntent.status === 'succeeded'
    ? { outcome: 'succeeded' }
    : { outcome: 'failed', message: 'Payment processing failed' };
}

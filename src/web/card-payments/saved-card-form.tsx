// Takes a payment with a saved card, for which the user only presses the pay button.
import { useConfig } from '../accounts/config.ts';
import { Button } from '../ui/button.tsx';
import { ChallengeDialog } from './challenge-dialog.tsx';
import type { ProviderResult } from './charge.ts';
import { ChargeNotice } from './charge-notice.tsx';
import { PayButton } from './pay-bar.tsx';
import type { PaymentFormProps, ProviderFormProps } from './provider-form.tsx';
import {
  completeChallenge,
  askSandbox,
  confirmWithSavedCard,
  type SandboxIntent,
} from './sandbox-client.ts';
import { resultOf, askStripe, notSent, stripeWith } from './stripe-script.ts';
import { useCharge } from './use-charge.ts';
import { WithStripe } from './with-stripe.tsx';

type WithCard = {
  /** The card provider's id of the card. Omitted if the intent already names its card. */
  cardId?: string;
};

export function SavedCardForm(props: PaymentFormProps & WithCard) {
  const config = useConfig();
  const publishableKey = config?.stripePublishableKey;
  if (!config || !publishableKey) return null;
  const form = <PressToPay {...props} publishableKey={publishableKey} isSandbox={config.sandbox} />;
  if (config.sandbox) return form;
  return (
    <WithStripe publishableKey={publishableKey} otherWays={props.otherWays}>
      {() => form}
    </WithStripe>
  );
}

function PressToPay({
  payLabel,
  total,
  cardId,
  isSandbox,
  ...intent
}: ProviderFormProps & WithCard & { isSandbox: boolean }) {
  const course = useCharge(intent, () =>
    isSandbox ? askSandbox(intent) : askStripe(intent.publishableKey, intent.clientSecret),
  );
  const { charge, isBusy } = course;
  const confirm = () =>
    isSandbox ? confirmWithSavedCard(intent, cardId) : confirmAtStripe(intent, cardId);

  return (
    <div className="mt-6 grid gap-4">
      <ChargeNotice {...course} />
      <PayButton total={total}>
        <Button size="large" wide busy={isBusy} onClick={() => course.pay(confirm)}>
          {isBusy ? 'Processing...' : payLabel}
        </Button>
      </PayButton>
      <ChallengeDialog
        isOpen={charge.kind === 'challenged'}
        onChoice={(passes) => course.completeChallenge(() => completeChallenge(intent, passes))}
      />
    </div>
  );
}

/**
 * Confirms the payment at Stripe. If the bank wants to authenticate the cardholder, Stripe's script itself shows the
 * bank's dialog.
 */
async function confirmAtStripe(intent: SandboxIntent, cardId?: string): Promise<ProviderResult> {
  const stripe = await stripeWith(intent.publishableKey).catch(() => null);
  if (stripe === null) return notSent('Stripe has not loaded yet');
  return resultOf(
    await stripe.confirmCardPayment(
      intent.clientSecret,
      cardId === undefined ? undefined : { payment_method: cardId },
    ),
  );
}

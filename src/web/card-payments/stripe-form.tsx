// Shows Stripe's own Payment Element in the shop's colours. This code is loaded only if the shop has a real key.
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance } from '@stripe/stripe-js';
import type { FormEvent } from 'react';
import { theme } from '../browser/theme.ts';
import { Button } from '../ui/button.tsx';
import type { ProviderResult } from './charge.ts';
import { ChargeNotice } from './charge-notice.tsx';
import { SaveCardTick, useSaveCard } from './save-card-tick.tsx';
import { PayButton } from './pay-bar.tsx';
import type { ProviderFormProps } from './provider-form.tsx';
import { resultOf, askStripe, notSent } from './stripe-script.ts';
import { useCharge } from './use-charge.ts';
import { WithStripe } from './with-stripe.tsx';

export function StripeForm(props: ProviderFormProps) {
  const isDark = theme.useIsOn('dark', false);
  return (
    <WithStripe publishableKey={props.publishableKey} otherWays={props.otherWays}>
      {(stripe) => (
        <Elements
          stripe={stripe}
          options={{ clientSecret: props.clientSecret, appearance: isDark ? DARK : LIGHT }}
        >
          <Fields {...props} />
        </Elements>
      )}
    </WithStripe>
  );
}

function Fields({ payLabel, total, ...intent }: ProviderFormProps) {
  const stripe = useStripe();
  const elements = useElements();
  const course = useCharge(intent, () => askStripe(intent.publishableKey, intent.clientSecret));
  const { isBusy } = course;
  const { telling, ...tick } = useSaveCard(intent.paymentIntentId);

  const confirm = async (): Promise<ProviderResult> => {
    if (stripe === null) return notSent('Stripe has not loaded yet');
    if (elements === null) return notSent('Card element not found');
    return resultOf(
      await stripe.confirmPayment({
        elements,
        confirmParams: { return_url: `${window.location.origin}/checkout/success` },
        redirect: 'if_required',
      }),
    );
  };

  /** Makes Stripe's fields load the payment again after the shop has changed it. */
  const learn = async () => {
    const learned = await elements?.fetchUpdates();
    if (learned?.error) throw new Error(learned.error.message);
  };

  const pay = (event: FormEvent) => {
    event.preventDefault();
    course.pay(telling(confirm, learn));
  };

  return (
    <form onSubmit={pay} className="mt-6 grid gap-4" aria-label="Card payment">
      <ChargeNotice {...course} />
      <PaymentElement options={{ layout: 'accordion' }} />
      <SaveCardTick {...tick} isBusy={isBusy} />
      <PayButton total={total}>
        <Button type="submit" size="large" wide busy={isBusy} disabled={stripe === null}>
          {isBusy ? 'Processing...' : payLabel}
        </Button>
      </PayButton>
    </form>
  );
}

function appearance(colours: Record<string, string>): Appearance {
  return {
    theme: 'flat',
    variables: {
      borderRadius: '6px',
      spacingUnit: '4px',
      fontSizeBase: '16px',
      fontFamily: 'system-ui, sans-serif',
      ...colours,
    },
  };
}

// The design tokens as hex values. CSS variables don't work here, because Stripe's fields are in Stripe's own frame.
const LIGHT = appearance({
  colorPrimary: '#096244',
  colorBackground: '#ffffff',
  colorText: '#0f1b17',
  colorTextSecondary: '#46534e',
  colorDanger: '#b72121',
});
const DARK = appearance({
  colorPrimary: '#5cd9a5',
  colorBackground: '#111916',
  colorText: '#f1f4f3',
  colorTextSecondary: '#b4bdb9',
  colorDanger: '#f47b74',
});

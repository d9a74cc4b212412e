// The sandbox's card form. It has the same fields, states and texts as the card provider's form, but moves no real
// money.
import { useState, type FormEvent } from 'react';
import { signedInUser } from '../api/session.ts';
import { tabMemory } from '../browser/tab-memory.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import {
  cardProblems,
  digitsOf,
  formatExpiry,
  formatNumber,
  type CardField,
  type CardFields,
  type CardProblems,
} from './card-fields.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';
import { ChargeNotice } from './charge-notice.tsx';
import { SaveCardTick, useSaveCard } from './save-card-tick.tsx';
import { PayButton } from './pay-bar.tsx';
import type { ProviderFormProps } from './provider-form.tsx';
import { completeChallenge, askSandbox, confirmWithCard } from './sandbox-client.ts';
import { useCharge } from './use-charge.ts';

const EMPTY: CardFields = { number: '', expiry: '', cvc: '', postalCode: '' };
/** The postal code that the user typed in this tab. Nothing else of a card is kept. */
const typedPostalCode = tabMemory<string>('card-postal-code');

const FORMAT: Record<CardField, (text: string) => string> = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsOf(text).slice(0, 4),
  postalCode: (text) => text,
};

export function SandboxForm({ payLabel, total, ...intent }: ProviderFormProps) {
  const userId = signedInUser()?.id ?? '';
  const [fields, setFields] = useState(() => ({
    ...EMPTY,
    postalCode: typedPostalCode.recall(userId) ?? '',
  }));
  const [problems, setProblems] = useState<CardProblems>({});
  const onSucceeded = (paymentIntentId: string) => {
    typedPostalCode.forget();
    intent.onSucceeded(paymentIntentId);
  };
  const course = useCharge({ ...intent, onSucceeded }, () => askSandbox(intent));
  const { charge, isBusy } = course;
  const { telling, ...tick } = useSaveCard(intent.paymentIntentId);

  const change = (field: CardField, text: string) => {
    setFields({ ...fields, [field]: FORMAT[field](text) });
    setProblems({ ...problems, [field]: undefined });
    if (field === 'postalCode') typedPostalCode.store(userId, text);
  };

  const pay = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    course.clear();
    const now = new Date();
    const found = cardProblems(fields, { year: now.getFullYear(), month: now.getMonth() + 1 });
    setProblems(found);
    const [firstBad] = Object.keys(found);
    if (firstBad !== undefined) {
      (form.elements.namedItem(firstBad) as HTMLElement).focus();
      return;
    }
    course.pay(telling(() => confirmWithCard(intent, fields)));
  };

  const input = (name: CardField) => ({
    name,
    value: fields[name],
    error: problems[name],
    readOnly: isBusy,
    onChange: ({ target }: { target: HTMLInputElement }) => change(name, target.value),
  });

  return (
    <form onSubmit={pay} noValidate className="mt-6 grid gap-4" aria-label="Card payment">
      <p className="flex flex-wrap items-center gap-3 text-small text-text-2">
        <Badge tone="warn">Test mode: no real money</Badge>
        Try 4242 4242 4242 4242
      </p>
      <ChargeNotice {...course} />
      <Field
        {...input('number')}
        label="Card number"
        autoComplete="cc-number"
        inputMode="numeric"
        placeholder="1234 1234 1234 1234"
      />
      <div className="grid grid-cols-2 gap-4">
        <Field
          {...input('expiry')}
          label="Expiration (MM/YY)"
          autoComplete="cc-exp"
          inputMode="numeric"
          placeholder="MM / YY"
        />
        <Field
          {...input('cvc')}
          label="Security code"
          autoComplete="cc-csc"
          inputMode="numeric"
          placeholder="CVC"
        />
      </div>
      <Field
        {...input('postalCode')}
        label="Postal code"
        autoComplete="postal-code"
        placeholder="M5V 2T6"
        maxLength={12}
        className="sm:max-w-48"
      />
      <SaveCardTick {...tick} isBusy={isBusy} />
      <PayButton total={total}>
        <Button type="submit" size="large" wide busy={isBusy}>
          {isBusy ? 'Processing...' : payLabel}
        </Button>
      </PayButton>
      <ChallengeDialog
        isOpen={charge.kind === 'challenged'}
        onChoice={(passes) => course.completeChallenge(() => completeChallenge(intent, passes))}
      />
    </form>
  );
}

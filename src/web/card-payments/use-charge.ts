// The course of one card payment, for the forms of both providers.
import { useEffect, useRef, useState } from 'react';
import { afterAsking, afterConfirming, type Answer, type Charge } from './charge.ts';
import type { PaymentFormProps } from './provider-form.tsx';

/** While it is not known what became of a payment. */
const ASK_EVERY_MS = 3000;

type Told = Pick<PaymentFormProps, 'paymentIntentId' | 'onStart' | 'onSucceeded' | 'onFailed'>;

/** `ask` asks the card provider how the payment is. */
export function useCharge(told: Told, ask: () => Promise<Answer>) {
  const [charge, show] = useState<Charge>({ kind: 'idle' });
  // Answers come late and find an older render: what counts is where the payment is by then.
  const current = useRef(charge);
  const set = (next: Charge) => {
    current.current = next;
    show(next);
  };

  const take = (next: Charge) => {
    set(next);
    if (next.kind === 'succeeded') told.onSucceeded(told.paymentIntentId);
    if (next.kind === 'failed') told.onFailed(next.message);
  };

  const confirm = async (confirming: () => Promise<Answer>) => {
    set({ kind: 'charging' });
    const next = afterConfirming(await heard(confirming));
    take(next.kind === 'unsure' ? afterAsking(next, await heard(ask)) : next);
  };

  const askAgain = async () => {
    const doubt = current.current;
    if (doubt.kind !== 'unsure') return;
    const answer = await heard(ask);
    // It was asked twice at once, and the other answer came first.
    if (doubt === current.current) take(afterAsking(doubt, answer));
  };

  useEffect(() => {
    if (charge.kind !== 'unsure') return;
    const timer = setTimeout(() => void askAgain(), ASK_EVERY_MS);
    return () => clearTimeout(timer);
    // Each answer that leaves it open is a new doubt, and the next question comes after it.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [charge]);

  return {
    charge,
    isBusy: charge.kind !== 'idle' && charge.kind !== 'failed',
    /** Charges a card. */
    pay: (confirming: () => Promise<Answer>) => {
      told.onStart();
      void confirm(confirming);
    },
    /** Tells the provider the cardholder's answer to their bank. */
    answer: (confirming: () => Promise<Answer>) => void confirm(confirming),
    askAgain: () => void askAgain(),
    /** What was said of the last try is over. */
    clear: () => set({ kind: 'idle' }),
  };
}

async function heard(asking: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking();
  } catch {
    return null;
  }
}

// The states of one card payment, shared by the forms of both providers.
import { useEffect, useRef, useState } from 'react';
import { afterAsking, afterConfirming, type Answer, type Charge } from './charge.ts';
import type { PaymentFormProps } from './provider-form.tsx';

/** How often the provider is asked for the status while the outcome is unknown. */
const ASK_EVERY_MS = 3000;

type Told = Pick<PaymentFormProps, 'paymentIntentId' | 'onStart' | 'onSucceeded' | 'onFailed'>;

/** `ask` asks the card provider for the status of the payment. */
export function useCharge(told: Told, ask: () => Promise<Answer>) {
  const [charge, show] = useState<Charge>({ kind: 'idle' });
  // The latest state. A response may arrive in a callback of an older render, whose `charge` is outdated.
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
    // Ignore this response if another request has changed the state in the meantime.
    if (doubt === current.current) take(afterAsking(doubt, answer));
  };

  useEffect(() => {
    if (charge.kind !== 'unsure') return;
    const timer = setTimeout(() => void askAgain(), ASK_EVERY_MS);
    return () => clearTimeout(timer);
    // Each response that leaves the outcome open creates a new `charge` object. This object triggers the next request.
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
    /** Sends the cardholder's response to the bank's question. */
    answer: (confirming: () => Promise<Answer>) => void confirm(confirming),
    askAgain: () => void askAgain(),
    /** Removes the message about the last attempt. */
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

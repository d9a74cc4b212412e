// Holds the state of one card payment. The forms of both providers use this code.
import { useEffect, useRef, useState } from 'react';
import { afterAsking, afterConfirming, type ProviderResult, type Charge } from './charge.ts';
import type { PaymentFormProps } from './provider-form.tsx';

/** Interval at which the page asks the provider for the status while the outcome is unknown. */
const ASK_EVERY_MS = 3000;

type Told = Pick<PaymentFormProps, 'paymentIntentId' | 'onStart' | 'onSucceeded' | 'onFailed'>;

/** Runs one card payment. `ask`: asks the card provider for the status of the payment. */
export function useCharge(told: Told, ask: () => Promise<ProviderResult>) {
  const [charge, show] = useState<Charge>({ kind: 'idle' });
  // The latest state. A response may arrive in a callback of an older render, in which `charge` is outdated.
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

  const confirm = async (confirming: () => Promise<ProviderResult>) => {
    set({ kind: 'charging' });
    const next = afterConfirming(await heard(confirming));
    take(next.kind === 'unsure' ? afterAsking(next, await heard(ask)) : next);
  };

  const askAgain = async () => {
    const doubt = current.current;
    if (doubt.kind !== 'unsure') return;
    const result = await heard(ask);
    // If another response has changed the state in the meantime, this response is ignored.
    if (doubt === current.current) take(afterAsking(doubt, result));
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
    pay: (confirming: () => Promise<ProviderResult>) => {
      told.onStart();
      void confirm(confirming);
    },
    /** Sends the cardholder's answer to the bank's question. */
    completeChallenge: (confirming: () => Promise<ProviderResult>) => void confirm(confirming),
    askAgain: () => void askAgain(),
    /** Removes the message about the last attempt to pay. */
    clear: () => set({ kind: 'idle' }),
  };
}

async function heard(asking: () => Promise<ProviderResult>): Promise<ProviderResult | null> {
  try {
    return await asking();
  } catch {
    return null;
  }
}

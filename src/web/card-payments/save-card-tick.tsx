// The checkbox with which a buyer saves the card that they type in to pay (choice 788).
import { keepPaymentCard } from '#contract/card-payments.ts';
import { useId, useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { messageOf } from '../api/messages.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import type { ProviderResult } from './charge.ts';
import { notSent } from './stripe-script.ts';

/**
 * The ids of payments for which a form has told the shop whether to save the card. The form may have left the page
 * since.
 */
const everTold = new Set<string>();

/** Holds the user's choice whether to save the card. Before the payment, sends the choice to the shop. */
export function useSaveCard(paymentIntentId: string) {
  const [isTicked, setTicked] = useState(false);
  /**
   * The choice that the shop received last; null if it is uncertain which one it received. At first `false`, because by
   * default the shop saves no card.
   */
  const told = useRef<boolean | null>(everTold.has(paymentIntentId) ? null : false);

  /**
   * Wraps the confirmation of a payment so that the choice is sent to the shop first. If the choice can't be sent, the
   * card is not charged.
   */
  const telling =
    (confirm: () => Promise<ProviderResult>, onTold?: () => Promise<unknown>) =>
    async (): Promise<ProviderResult> => {
      if (told.current !== isTicked) {
        everTold.add(paymentIntentId);
        told.current = null;
        try {
          await call(keepPaymentCard, { paymentIntentId, keep: isTicked });
          await onTold?.();
        } catch (error) {
          return notSent(messageOf(error));
        }
        told.current = isTicked;
      }
      return confirm();
    };

  return { isTicked, setTicked, telling };
}

type SaveCardTickProps = Pick<ReturnType<typeof useSaveCard>, 'isTicked' | 'setTicked'> & {
  isBusy: boolean;
};

export function SaveCardTick({ isTicked, setTicked, isBusy }: SaveCardTickProps) {
  const textId = useId();
  return (
    <div className="grid gap-1">
      <Checkbox
        label="Keep this card for next time"
        aria-describedby={textId}
        checked={isTicked}
        disabled={isBusy}
        onChange={({ target }) => setTicked(target.checked)}
      />
      <p id={textId} className="pl-8 text-[13px] text-text-2">
        Once it has paid, our card provider keeps the card, and we keep its brand, last four digits
        and expiry date. You can remove it in My account.
      </p>
    </div>
  );
}

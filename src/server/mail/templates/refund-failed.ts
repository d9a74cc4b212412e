import { formatCad, type Cents } from '#domain/money.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail } from '../write-mail.ts';

/**
 * Notifies a buyer that a refund did not reach their card. `isWithBank`: the bank has already
 * refunded the payment.
 */
export function refundFailedMail({
  description,
  amount,
  isWithBank,
  head,
}: {
  description: string;
  amount: Cents;
  isWithBank: boolean;
  head: Letterhead;
}): Mail {
  return writeMail(head, {
    kind: 'refund_failed',
    subject: `Your refund of ${formatCad(amount)} did not arrive`,
    parts: [
      `We refunded ${formatCad(amount)} to the card that you paid with: ${description}. Your card did not accept it.`,
      isWithBank
        ? 'Your bank has taken this payment back from us: it decides about the money, or has paid you already. You don’t have to do anything here.'
        : 'The shop still owes it to you. We will pay it to your card again, or give you credits; you don’t have to do anything.',
      { link: `${head.publicUrl}/transactions`, label: 'See your transactions' },
    ],
  });
}

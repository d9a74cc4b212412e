import type { ReceiptNote } from '#domain/ledger.ts';
import { difference, formatCad, ZERO, type Cents } from '#domain/money.ts';
import { writeMail, type Mail } from '../write-mail.ts';

const METHODS = { balance: 'your account balance', stripe: 'your card' } as const;

/** Says what was paid, line by line, as the receipt of that transaction does. `id`: the transaction's. */
export function receiptMail(
  receipt: ReceiptNote & {
    id: string;
    subtotal: Cents;
    tax: Cents;
    processingFee: Cents;
    total: Cents;
    method: keyof typeof METHODS;
    publicUrl: string;
  },
): Mail {
  const { lines, subtotal, discount, tax, processingFee, total, method, id, publicUrl } = receipt;
  return writeMail({
    kind: 'receipt',
    subject: `Your Felt & Foil receipt: ${formatCad(total)}`,
    parts: [
      `Thank you. You paid ${formatCad(total)} with ${METHODS[method]}.`,
      {
        rows: [
          ...lines.map(({ text, quantity, amount }) => ({
            name: quantity === 1 ? text : `${quantity} x ${text}`,
            amount,
          })),
          { name: 'Subtotal', amount: subtotal },
          ...(discount > 0 ? [{ name: 'Discount', amount: difference(ZERO, discount) }] : []),
          { name: 'Tax', amount: tax },
          { name: 'Processing fee', amount: processingFee },
        ],
        total,
      },
      { link: `${publicUrl}/transactions/${id}/receipt`, label: 'View receipt' },
    ],
  });
}

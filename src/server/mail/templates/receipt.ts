import type { ReceiptNote } from '#domain/ledger.ts';
import { difference, formatCad, ZERO, type Cents } from '#domain/money.ts';
import type { SealKind } from '#domain/seal-kind.ts';
import { sealSentence } from '#domain/seal.ts';
import { rowsOfTaxes, type TaxLine } from '#domain/tax-lines.ts';
import type { Letterhead } from '../letterhead.ts';
import type { MailPart } from '../write-mail.ts';
import { partsOfOpenedBelow, type OpenedValues } from './openings.ts';

const METHODS = { balance: 'your account balance', stripe: 'your card' } as const;

/** The lines of a transaction's receipt, and the cards that were opened with the purchase, if any were. */
export type ReceiptValues = ReceiptNote & {
  /** The transaction's id. */
  id: string;
  subtotal: Cents;
  tax: Cents;
  /** The taxes line by line. The field is missing in mails that are older than tax lines. */
  taxes?: TaxLine[];
  processingFee: Cents;
  total: Cents;
  method: keyof typeof METHODS;
  opened?: OpenedValues;
  /** Whether the packs stay sealed until their buyer opens them. */
  isSealed?: boolean;
  /** The kinds of seal of these packs. The field is missing in mails of 1.1.0, which sold one kind. */
  sealKinds?: SealKind[];
};

export type ReceiptMail = { kind: 'receipt'; subject: string; facts: ReceiptValues };

export function receiptMail(facts: ReceiptValues, head: Letterhead): ReceiptMail {
  return {
    kind: 'receipt',
    subject: `Your ${head.shop} receipt: ${formatCad(facts.total)}`,
    facts,
  };
}

export function partsOfReceipt(facts: ReceiptValues, head: Letterhead): MailPart[] {
  const {
    lines,
    subtotal,
    discount,
    tax,
    taxes = [],
    processingFee,
    total,
    method,
    id,
    opened,
    isSealed = false,
    sealKinds = ['resealed'],
  } = facts;
  return [
    `Thank you. You paid ${formatCad(total)} with ${METHODS[method]}.`,
    {
      rows: [
        ...lines.map(({ text, quantity, amount }) => ({
          name: quantity === 1 ? text : `${quantity} x ${text}`,
          amount,
        })),
        { name: 'Subtotal', amount: subtotal },
        ...(discount > 0 ? [{ name: 'Discount', amount: difference(ZERO, discount) }] : []),
        ...rowsOfTaxes({ tax, taxes }).map(([name, amount]) => ({ name, amount })),
        ...(processingFee > 0 ? [{ name: 'Processing fee', amount: processingFee }] : []),
      ],
      total,
    },
    { link: `${head.publicUrl}/transactions/${id}/receipt`, label: 'View receipt' },
    ...(isSealed ? [`The packs stay sealed until you open them. ${sealSentence(sealKinds)}`] : []),
    ...(opened === undefined ? [] : partsOfOpenedBelow(opened, head)),
  ];
}

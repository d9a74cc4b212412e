// Differences about card payments that operators must decide (docs/product.md §13).
import * as z from 'zod/mini';
import { MONEY_QUESTION_KINDS } from '#domain/money-question.ts';
import { person } from './accounts.ts';
import { amount, instant } from './amounts.ts';
import { endpoint } from './endpoint.ts';
import { nameShapes } from './names.ts';
import { shortText } from './wallet.ts';

const moneyQuestion = z.object({
  id: z.uuid(),
  kind: z.enum(MONEY_QUESTION_KINDS),
  /** The id of the subject, which is a refund's id in the shop or an id of the card provider. */
  subject: z.string(),
  /** The user who made the payment. Null if the user is unknown. */
  user: z.nullable(person),
  /** The order that was paid. Null if the payment was for something else. */
  orderId: z.nullable(z.uuid()),
  /** The amount according to the card provider. */
  amount,
  /** The amount in the ledger. Null if the ledger has no entry. */
  booked: z.nullable(amount),
  foundAt: instant,
});

export type MoneyQuestion = z.output<typeof moneyQuestion>;

const failedRefund = z.object({
  id: z.uuid(),
  user: person,
  orderId: z.nullable(z.uuid()),
  amount,
  /** The card provider's reason for the failure. */
  problem: z.nullable(z.string()),
  failedAt: instant,
  /**
   * The dispute about the refunded payment. While it is `open`, the bank has not decided, so the refund must wait.
   * Null if no dispute concerns the refund.
   */
  dispute: z.nullable(z.enum(['open', 'lost'])),
  /** The part that the bank has already paid to the cardholder. A refund of that part can be closed without money. */
  paidByBank: amount,
  /**
   * Whether the shop can try again to refund to the card. The part that the bank has already paid can't be refunded
   * again.
   */
  canBePaid: z.boolean(),
  /**
   * Whether the user can get credits instead of the money. An erased account can't get credits, and nobody gets
   * credits for the part that the bank has paid.
   */
  canBeCredited: z.boolean(),
});

export type FailedRefund = z.output<typeof failedRefund>;

export const listMoneyQuestions = endpoint({
  method: 'GET',
  path: '/admin/money-questions',
  summary:
    "Refunds that failed, and money that the books and the card provider don't agree on; oldest first, 100 of each at most.",
  audience: 'support',
  repeat: 'none',
  reads: ['transactions'],
  reply: z.object({ failedRefunds: z.array(failedRefund), questions: z.array(moneyQuestion) }),
  rejections: [],
});

export const closeMoneyQuestion = endpoint({
  method: 'POST',
  path: '/admin/money-questions/{id}/close',
  summary: 'Closes a question about money, with a note of what was found.',
  audience: 'money',
  repeat: 'keyed',
  changes: ['transactions', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a question') }),
  body: z.object({ note: shortText('Note', 200) }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

nameShapes({ MoneyQuestion: moneyQuestion, FailedRefund: failedRefund });

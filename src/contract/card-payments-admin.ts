// What operators have to look into about card payments (docs/product.md §13).
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
  /** The id of what it is about: a refund of the shop, or the card provider's id. */
  subject: z.string(),
  /** Whose payment it is, if it is known. */
  user: z.nullable(person),
  /** The order that was paid, if it was one. */
  orderId: z.nullable(z.uuid()),
  /** As the card provider has it. */
  amount,
  /** As the books have it; null: they don't. */
  booked: z.nullable(amount),
  foundAt: instant,
});

export type MoneyQuestion = z.output<typeof moneyQuestion>;

const failedRefund = z.object({
  id: z.uuid(),
  user: person,
  orderId: z.nullable(z.uuid()),
  amount,
  /** What the card provider says of it. */
  problem: z.nullable(z.string()),
  failedAt: instant,
  /** The dispute of its payment: while the bank decides, nothing can be done; null: there is none that counts. */
  dispute: z.nullable(z.enum(['open', 'lost'])),
  /** So much of it the bank has paid: that can be closed without money. */
  paidByBank: amount,
  /** Whether it can be paid to the card again: not what the bank has paid. */
  canBePaid: z.boolean(),
  /** Whether credits can take the place of its money: not after the account was erased, either. */
  canBeCredited: z.boolean(),
});

export type FailedRefund = z.output<typeof failedRefund>;

export const listMoneyQuestions = endpoint({
  method: 'GET',
  path: '/admin/money-questions',
  summary:
    "Refunds that failed, and money that the books and the card provider don't agree on; oldest first, 100 of each at most.",
  audience: 'moderator',
  repeat: 'none',
  reads: ['transactions'],
  reply: z.object({ failedRefunds: z.array(failedRefund), questions: z.array(moneyQuestion) }),
  rejections: [],
});

export const closeMoneyQuestion = endpoint({
  method: 'POST',
  path: '/admin/money-questions/{id}/close',
  summary: 'Closes a question about money, with a note of what was found.',
  audience: 'admin',
  repeat: 'keyed',
  changes: ['transactions', 'audit-log'],
  params: z.object({ id: z.uuid('id must be the id of a question') }),
  body: z.object({ note: shortText('Note', 200) }),
  reply: z.null(),
  rejections: ['NOT_FOUND'],
});

nameShapes({ MoneyQuestion: moneyQuestion, FailedRefund: failedRefund });

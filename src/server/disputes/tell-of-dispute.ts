import { hearsOf, listOperators } from '../accounts/operators.ts';
import { notify } from '../accounts/notify.ts';
import type { Cents } from '#domain/money.ts';
import type { Transaction } from '#engine/database.ts';
import { letterheadOf } from '../mail/letterhead.ts';
import { disputedPaymentMail, disputeMail } from '../mail/templates/dispute.ts';
import { sendMail } from '../mail/send-mail.ts';
import type { CardDispute } from '../runtime/card-provider.ts';
import type { Context, Payment } from '../runtime/context.ts';
import type { DisputeRow } from './disputes-queries.ts';

/**
 * Notifies the account's owner, and the operators who handle money, of each new state of a dispute,
 * once. `closed`: the amount of the payment's refunds that the bank has paid.
 */
export async function tellOfDispute(
  context: Context<Transaction>,
  payment: Payment,
  { id, state, amount, debt, closed }: DisputeRow & { closed: Cents },
  { reason, evidenceDueAt }: CardDispute,
): Promise<void> {
  const { description } = payment;
  const told = { state, description, amount, head: letterheadOf(context) };
  const toOperators = disputeMail({ ...told, id, reason, evidenceDueAt });
  for (const operator of await listOperators(context)) {
    if (!hearsOf(operator, 'ShopPaymentDisputed', 'money')) continue;
    await sendMail(context, operator, toOperators, `dispute ${id} ${state} ${operator.userId}`);
  }
  const toOwner = disputedPaymentMail({ ...told, debt, closed });
  if (toOwner === null) return;
  await notify(context, payment.userId, 'always', toOwner, `disputed payment ${id} ${state}`);
}

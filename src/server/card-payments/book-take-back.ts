import type { Transfer } from '#domain/ledger.ts';
import type { Transaction } from '#engine/database.ts';
import { postJournal } from '../ledger/post.ts';
import type { Payment } from '../runtime/context.ts';
import { insertRefundParts } from './refunds-queries.ts';

/**
 * Books the amounts that a refund takes back from the accounts to which its payment went. From then
 * on the shop owes these amounts to the card.
 */
export async function bookTakeBack(
  db: Transaction,
  payment: Payment,
  refundId: string,
  transfers: Transfer[],
): Promise<void> {
  await insertRefundParts(
    db,
    refundId,
    transfers.map((transfer) => ({ account: partOf(transfer), amount: transfer.amount })),
  );
  await postJournal(db, {
    kind: 'take_back',
    referenceId: refundId,
    userId: payment.userId,
    description: payment.description,
    transfers,
  });
}

function partOf({ debit, credit }: Transfer): string {
  if (typeof debit === 'string') return debit;
  return credit === 'house:promotions' ? 'gift' : 'user';
}

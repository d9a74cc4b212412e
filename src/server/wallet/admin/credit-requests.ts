// An operator decides users' requests to get unspent bought credits back (docs/product.md §6).
import * as rows from '#contract/wallet-credits.ts';
import { decisionDueMs } from '#domain/credit-returns.ts';
import { decimalOf } from '#domain/decimals.ts';
import { creditsPaidOut } from '#domain/ledger.ts';
import { ZERO } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import { notify } from '../../accounts/notify.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { payRefundsNow } from '../../card-payments/pay-refunds.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { lockAccount } from '../../ledger/ledger-accounts-queries.ts';
import { postJournal } from '../../ledger/post.ts';
import { letterheadOf } from '../../mail/letterhead.ts';
import { creditsDecidedMail } from '../../mail/templates/credits-decided.ts';
import type { Context, Payment } from '../../runtime/context.ts';
import {
  findCreditRequest,
  listCreditRequestRows,
  updateCreditRequest,
} from '../credit-returns-queries.ts';
import { planCreditReturn, type CreditReturnPlan } from '../plan-credit-return.ts';
import { bookPlan, toCardsOf } from '../return-credits.ts';

export const listCreditRequests = handler(rows.listCreditRequests, async (context) => {
  const requests = await listCreditRequestRows(context.db);
  return Promise.all(
    requests.map(async ({ id, user_id: userId, email, asked_at: askedAt }) => {
      const plan = await planCreditReturn(context, userId);
      return {
        id,
        user: { id: userId, email },
        askedAt,
        dueAt: new Date(decisionDueMs(askedAt.getTime())),
        toCards: toCardsOf(plan).total,
        cardless: plan.cardless,
      };
    }),
  );
});

/** Decides a request. If the request already has this decision, changes nothing. */
export const decideCreditRequest = handler(
  rows.decideCreditRequest,
  async (context, caller, { id, decision, reason, reference = null }) => {
    const known = await findCreditRequest(context.db, id);
    if (known === null) throw new Rejection('NOT_FOUND');
    const userId = known.user_id;
    const owed = await inTransaction(context.db, async (db): Promise<Payment[]> => {
      await lockAccount(db, userId);
      const { state } = (await findCreditRequest(db, id))!;
      if (state === decision) return [];
      if (state !== 'asked') {
        throw new Rejection('INVALID_TRANSITION', 'Somebody has decided about this already');
      }
      const inside = { ...context, db };
      const plan = await planCreditReturn(inside, userId);
      const transferred = decision === 'paid' ? plan.cardless : ZERO;
      if (decision === 'paid') checkPlan(plan, reference);
      await updateCreditRequest(db, id, decision, transferred, transferred > 0 ? reference : null);
      if (decision === 'paid') await pay(inside, { id, userId, reason }, plan);
      const isPaid = decision === 'paid';
      const mail = creditsDecidedMail({
        isPaid,
        toCards: toCardsOf(plan).total,
        transferred,
        reason,
        head: letterheadOf(inside),
      });
      await notify(inside, userId, 'always', mail, `credits of ${id} decided`);
      await recordAuditEntry(inside, caller, {
        action: 'decide_credit_request',
        subject: { kind: 'user', id: userId },
        after: {
          decision,
          reason,
          toCards: isPaid ? decimalOf(toCardsOf(plan).total) : 0,
          transferred: decimalOf(transferred),
          reference,
        },
      });
      return isPaid ? plan.topUps.map(({ payment }) => payment) : [];
    });
    for (const payment of owed) await payRefundsNow(context, payment);
    return null;
  },
);

function checkPlan({ debt, topUps, cardless }: CreditReturnPlan, reference: string | null): void {
  if (debt > 0) {
    throw new Rejection('INVALID_TRANSITION', 'This account owes the shop: that comes first');
  }
  if (topUps.length === 0 && cardless === 0) {
    throw new Rejection('INVALID_TRANSITION', 'No bought credits are left that can go back');
  }
  if (cardless > 0 && reference === null) {
    throw new Rejection(
      'INVALID_TRANSITION',
      'No card can take a part of these credits: pay it in another way and name its reference',
    );
  }
}

async function pay(
  { db }: Context<Transaction>,
  { id, userId, reason }: { id: string; userId: string; reason: string },
  plan: CreditReturnPlan,
): Promise<void> {
  await bookPlan(db, plan, reason);
  if (plan.cardless === 0) return;
  await postJournal(db, {
    kind: 'take_back',
    referenceId: id,
    userId,
    description: 'Bought credits paid back',
    transfers: creditsPaidOut(userId, plan.cardless),
  });
}

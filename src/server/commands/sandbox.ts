import { formatCad, toCents } from '#domain/money.ts';
import { UUID_FORM } from '#domain/uuid.ts';
import { findPaymentById } from '../card-payments/payments-queries.ts';
import { payOut } from '#stripe-sandbox/balance.ts';
import { decideDispute, escalateInquiry } from '#stripe-sandbox/disputes.ts';
import type { Form } from '#stripe-sandbox/form.ts';
import { StripeProblem } from '#stripe-sandbox/objects.ts';
import { createRefund, failRefund } from '#stripe-sandbox/refunds.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { onShop, type Commands, Refused } from './command.ts';
import { readOptions, takeWords, oneOf, readCad } from './words.ts';

export const SANDBOX: Commands = {
  'sandbox refund': onShop(
    `  sandbox refund PAYMENT [AMOUNT]             money back outside the shop, as at Stripe's dashboard; PAYMENT is
                                              a payment's id or its intent's`,
    (words) => {
      const { rest } = readOptions(words, []);
      const [payment, written] = takeWords(
        rest,
        rest.length > 1 ? ['PAYMENT', 'AMOUNT'] : ['PAYMENT'],
      );
      const amount = written === undefined ? null : readCad('AMOUNT', written);
      return async (context, { say }) => {
        const intentId = payment!.startsWith('pi_')
          ? payment!
          : UUID_FORM.test(payment!)
            ? (await findPaymentById(context.db, payment!))?.intentId
            : null;
        if (!intentId) throw new Refused(`There is no card payment ${payment}.`);
        const form: Form = { payment_intent: intentId };
        if (amount !== null) form['amount'] = String(amount);
        const { body } = await inSandbox(context, (db) => createRefund(db, form));
        say(
          `Refunded ${formatCad(toCents(Number(body['amount'])))} of ${intentId}: ${String(body['id'])}.`,
        );
      };
    },
  ),

  'sandbox fail-refund': onShop(
    `  sandbox fail-refund REFUND                  a bank sends the money of a refund (re_...) back`,
    (words) => {
      const [refund] = takeWords(words, ['REFUND']);
      return async (context, { say }) => {
        await inSandbox(context, (db) => failRefund(db, refund!));
        say(`The refund ${refund} has failed.`);
      };
    },
  ),

  'sandbox payout': onShop(
    `  sandbox payout                              what the shop has there goes to its bank`,
    (words) => {
      takeWords(words, []);
      return async (context, { say }) => {
        const payout = await inSandbox(context, payOut);
        if (payout === null) throw new Refused('There is nothing to pay out.');
        say(`Paid ${formatCad(toCents(Number(payout['amount'])))} to the bank: ${payout.id}.`);
      };
    },
  ),

  'sandbox dispute': onShop(
    `  sandbox dispute win|lose|escalate ID        what a bank decides about a dispute (dp_...) of the sandbox`,
    (words) => {
      const [how, id] = takeWords(words, ['win|lose|escalate', 'ID']);
      const decision = oneOf('The decision', ['win', 'lose', 'escalate'], how);
      return async (context, { say }) => {
        await inSandbox(context, (db) =>
          decision === 'escalate'
            ? escalateInquiry(db, id!)
            : decideDispute(db, id!, decision === 'win'),
        );
        say(`The bank has decided: ${decision} ${id}. A shop that runs hears of it.`);
      };
    },
  ),
};

/**
 * Runs an action of a cardholder or a bank in the sandbox. The sandbox then sends its events to the shop, as Stripe
 * would.
 */
async function inSandbox<Result>(
  { db, config }: Context,
  work: (db: Transaction) => Promise<Result>,
): Promise<Result> {
  if (config.stripe !== 'sandbox') throw new Refused('Cards are not charged in the sandbox here.');
  try {
    return await inTransaction(db, work);
  } catch (error) {
    if (error instanceof StripeProblem) throw new Refused(error.message);
    throw error;
  }
}

// Taxes of a sale that a provider calculates (docs/product.md §17): requested before the
// transaction, stored in a row, and claimed inside it. If the shop's own table has the rates, this
// makes no call and sends no statement.
import { Rejection, type RejectionCode } from '#domain/rejection.ts';
import type { SaleTaxes, TaxedGoods } from '#domain/tax.ts';
import type { Cents } from '#domain/money.ts';
import { TAX_QUESTIONS } from '#domain/throttle.ts';
import type { TaxQuote } from '#domain/tax-quote.ts';
import type { Transaction } from '#engine/database.ts';
import { throttleEvent } from '../http/throttle.ts';
import type { Context } from '../runtime/context.ts';
import { TaxRefusal, type TaxResult, type TaxQuestion } from '../runtime/tax-provider.ts';
import { findTaxQuote, insertTaxQuote, claimStoredQuote } from './tax-calculations-queries.ts';
import { noteProblem } from './tax-problems-queries.ts';

/** The goods of a sale, at their price without tax. */
export type TaxedSale = { userId: string; sells: TaxedGoods; taxable: Cents };

/**
 * `told` null: the shop's rates apply, or there is nothing to tax. `isKnown` false: the tax for
 * such a place is unknown.
 */
export type Telling = { told: TaxQuote | null; isKnown: boolean };

/** A quoted tax is valid for this long, as a quote of a parcel is. */
const GOOD_S = 30 * 60;

/**
 * Outside of any transaction. Rejects with UNAVAILABLE while the provider doesn't respond, and with
 * RATE_LIMITED.
 */
export async function quoteTaxes(
  context: Context,
  { asked, isKnown }: SaleTaxes,
  sale: TaxedSale,
): Promise<Telling> {
  const { taxable } = sale;
  if (asked === null || taxable === 0) return { told: null, isKnown };
  const question = { ...sale, ...asked };
  const before = await findTaxQuote(context.db, question);
  if (before !== null) return { told: { taxable, lines: before }, isKnown };
  await throttleEvent(context, 'tax_question', sale.userId, TAX_QUESTIONS);
  const answer = await ask(context, question);
  if (answer === null) return { told: null, isKnown: false };
  await insertTaxQuote(context.db, question, answer, GOOD_S);
  return { told: { taxable, lines: answer.lines }, isKnown };
}

/**
 * Inside the transaction of a sale: claims its quoted taxes, which no other sale can use then.
 * Rejects with `code` if nothing was quoted for this price, or the quote has expired.
 */
export async function claimTaxQuote(
  { db }: Context<Transaction>,
  { asked }: SaleTaxes,
  sale: TaxedSale,
  saleId: string,
  code: RejectionCode,
): Promise<TaxQuote | null> {
  const { taxable } = sale;
  if (asked === null || taxable === 0) return null;
  const lines = await claimStoredQuote(db, { ...sale, ...asked }, saleId);
  if (lines === null) throw new Rejection(code);
  return { taxable, lines };
}

/**
 * Null: the provider needs more of the address. Any other failure is recorded for an operator, and
 * nothing is sold.
 */
async function ask(context: Context, question: TaxQuestion): Promise<TaxResult | null> {
  const { taxProvider, db, log } = context;
  try {
    if (taxProvider === null) throw new TaxRefusal('Stripe is not set up', 'not_set_up', false);
    return await taxProvider.calculate(question);
  } catch (error) {
    if (error instanceof TaxRefusal && error.isPlaceUnclear) return null;
    log.error(
      { event: 'tax_not_calculated', err: error },
      'Could not calculate the tax of a sale: nothing was charged',
    );
    await noteProblem(db, ...describeProblem(error));
    throw new Rejection('UNAVAILABLE', {
      sentence:
        'The tax can’t be calculated at the moment, so nothing was charged. Please try again soon.',
      retryAfterS: RETRY_AFTER_S,
      cause: error,
    });
  }
}

const RETRY_AFTER_S = 30;

/** A code and a sentence of the failure, for operators. */
export function describeProblem(error: unknown): [code: string, message: string] {
  if (error instanceof TaxRefusal) return [error.code, error.message];
  if (error instanceof Rejection) return ['unreachable', 'It did not answer, or not in time.'];
  return ['unclear', 'Its answer could not be read.'];
}

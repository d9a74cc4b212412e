// Quotes taxes that a provider calculates for a sale (docs/product.md §17). The quote is requested before the sale's
// transaction, stored in a row, and claimed inside the transaction. If the shop's own table has the rates, no call and
// no statement is made.
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

/** The goods of a sale, and their price without tax. */
export type TaxedSale = { userId: string; sells: TaxedGoods; taxable: Cents };

/**
 * The result of `quoteTaxes`. `told`: null if the shop's own rates apply, or if there is nothing to tax. `isKnown`:
 * false if the tax at this place is unknown.
 */
export type Telling = { told: TaxQuote | null; isKnown: boolean };

/** How many seconds a quote is valid, for packs and for parcels. */
const GOOD_S = 30 * 60;

/**
 * Gets the taxes of a sale from the provider. Call it outside of any transaction. If the provider fails, rejects with
 * UNAVAILABLE. If the user asks too often, rejects with RATE_LIMITED.
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
  const response = await ask(context, question);
  if (response === null) return { told: null, isKnown: false };
  await insertTaxQuote(context.db, question, response, GOOD_S);
  return { told: { taxable, lines: response.lines }, isKnown };
}

/**
 * Claims the quoted taxes of a sale inside the sale's transaction, after which no other sale can use the quote. Returns
 * null if the shop's own rates apply, or if there is nothing to tax. If there is no valid quote for this price, rejects
 * with `code`.
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
 * Asks the provider. Returns null if the provider needs more of the address. Any other failure is recorded for
 * operators, and rejects, so that nothing is sold.
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
      'Tax provider could not calculate the tax of a sale: nothing was charged, the buyer may try again',
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

/** Returns the code and the sentence of a failure, for operators. */
export function describeProblem(error: unknown): [code: string, message: string] {
  if (error instanceof TaxRefusal) return [error.code, error.message];
  if (error instanceof Rejection) return ['unreachable', 'It did not answer, or not in time.'];
  return ['unclear', 'Its answer could not be read.'];
}

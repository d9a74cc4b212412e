// The port `TaxProvider` for Stripe Tax, over Stripe's own SDK. A calculation returns the taxes of
// one price in one place, a transaction reports that a sale used a calculation, and a reversal
// reports that a part of a sale was refunded (docs.stripe.com/tax/custom).
import type { Stripe } from 'stripe';
import { CURRENCY, sum, toCents } from '#domain/money.ts';
import { assert } from '#domain/rejection.ts';
import { linesOfQuote, type QuotedTax } from '#domain/tax-quote.ts';
import { sumOfTaxes } from '#domain/tax-lines.ts';
import {
  TaxRefusal,
  type RecordedSale,
  type TaxResult,
  type TaxProvider,
  type TaxQuestion,
} from '../runtime/tax-provider.ts';
import { askStripe } from './ask-stripe.ts';
import { openStripe, type StripeOptions } from './open-stripe.ts';

/** Stripe Tax as the shop's tax provider. `timeoutMs` limits each try. */
export function stripeTax(options: StripeOptions, timeoutMs?: number): TaxProvider {
  const stripe = openStripe(options, timeoutMs);
  return {
    name: 'Stripe Tax',
    calculate: (question) => calculate(stripe, question),
    record: (calculationId, reference) => record(stripe, calculationId, reference),
    reverse: (sale, reference, back) => reverse(stripe, sale, reference, back),
    problem: () => problem(stripe),
  };
}

/**
 * Calculates the taxes of a sale. The sale is one line item, because its goods have one tax code; a
 * refund refers to this line item by its name. Sends only the parts of the address that decide the
 * tax.
 */
async function calculate(stripe: Stripe, question: TaxQuestion): Promise<TaxResult> {
  const { taxable, place, taxCode, sells } = question;
  const [country = '', state] = place.region.split('-');
  const told = await asking('calculate tax', () =>
    stripe.tax.calculations.create({
      currency: CURRENCY.toLowerCase(),
      line_items: [
        { amount: taxable, reference: sells, tax_behavior: 'exclusive', tax_code: taxCode },
      ],
      customer_details: {
        address: {
          country,
          ...(state !== undefined && { state }),
          ...(place.postalCode !== null && { postal_code: place.postalCode }),
        },
        address_source: sells === 'parcel' ? 'shipping' : 'billing',
      },
    }),
  );
  const lines = linesOfQuote(country, told.tax_breakdown.map(readTax));
  const tax = toCents(told.tax_amount_exclusive);
  // Throws if the calculation can't be booked to the cent. The shop does not sell in this case.
  assert(told.id !== null && told.expires_at !== null, 'a calculation can be recorded');
  assert(
    told.tax_amount_inclusive === 0 &&
      told.amount_total === sum(taxable, tax) &&
      sumOfTaxes(lines) === tax,
    'the taxes of a calculation add up to its total',
  );
  // Both times come from Stripe, because the clock of this machine may differ.
  return { id: told.id, lines, tax, lastsS: told.expires_at - told.tax_date };
}

function readTax({
  amount,
  tax_rate_details: rate,
}: Stripe.Tax.Calculation.TaxBreakdown): QuotedTax {
  const isShare = rate.rate_type === null || rate.rate_type === 'percentage';
  return {
    kind: rate.tax_type,
    state: rate.state,
    rate: isShare ? Number((Number(rate.percentage_decimal) / 100).toFixed(6)) : null,
    amount: toCents(amount),
  };
}

async function record(
  stripe: Stripe,
  calculation: string,
  reference: string,
): Promise<RecordedSale> {
  const made = await asking('record tax', () =>
    stripe.tax.transactions.createFromCalculation(
      { calculation, reference, expand: ['line_items'] },
      { idempotencyKey: `tax:${reference}` },
    ),
  );
  const [item] = made.line_items?.data ?? [];
  assert(item !== undefined, 'what was recorded has its line item');
  return { id: made.id, lineItem: item.id };
}

/**
 * Reports a refund to Stripe, as negative amounts. Reports even a full refund by line, so that
 * Stripe gets the amounts of the shop's books.
 */
async function reverse(
  stripe: Stripe,
  { id, lineItem }: RecordedSale,
  reference: string,
  { goods, tax }: Parameters<TaxProvider['reverse']>[2],
): Promise<string> {
  const made = await asking('reverse tax', () =>
    stripe.tax.transactions.createReversal(
      {
        mode: 'partial',
        original_transaction: id,
        reference,
        line_items: [
          {
            original_line_item: lineItem,
            reference,
            amount: negative(goods),
            amount_tax: negative(tax),
          },
        ],
      },
      { idempotencyKey: `tax:${reference}` },
    ),
  );
  return made.id;
}

/** Negates an amount. Avoids -0, which form encoding can't represent. */
function negative(amount: number): number {
  return amount === 0 ? 0 : -amount;
}

async function problem(stripe: Stripe): Promise<string | null> {
  const { status, status_details: details } = await asking('look at tax settings', () =>
    stripe.tax.settings.retrieve(),
  );
  if (status === 'active') return null;
  const missing = (details.pending?.missing_fields ?? []).join(', ');
  return `Stripe Tax is not ready: ${missing === '' ? status : `${missing} is missing`}. Complete it in Stripe’s Dashboard.`;
}

function asking<Result>(what: string, ask: () => Promise<Result>): Promise<Result> {
  return askStripe(what, ask, (error) => {
    const code = error.code ?? error.rawType ?? 'refused';
    return new TaxRefusal(error.message, code, code === 'customer_tax_location_invalid', {
      cause: error,
    });
  });
}

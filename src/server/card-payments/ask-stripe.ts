import { Stripe } from 'stripe';
import { Rejection } from '#domain/rejection.ts';
import { elsewhere } from '../tracing/request-waits.ts';
import { traced } from '../tracing/trace.ts';

/**
 * Calls Stripe. For every error that may be temporary, even 409 and 429, throws UNAVAILABLE. For
 * any other error, throws the result of `refusalOf`.
 */
export async function askStripe<Result>(
  what: string,
  ask: () => Promise<Result>,
  refusalOf: (error: Stripe.errors.StripeError, status: number) => Error,
): Promise<Result> {
  try {
    return await traced({ name: `stripe ${what}`, kind: 'client', attributes: {} }, () =>
      elsewhere(ask),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const status = error.statusCode ?? 0;
    const isRefusal = status >= 400 && status < 500 && status !== 409 && status !== 429;
    throw isRefusal ? refusalOf(error, status) : new Rejection('UNAVAILABLE', { cause: error });
  }
}

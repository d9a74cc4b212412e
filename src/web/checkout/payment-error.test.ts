import { describe, expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { screenProblem } from './payment-error.ts';

const about = 'purchase failed';

describe('the payment error screen', () => {
  test('ignores errors that are not about the payment', () => {
    expect(screenProblem(new Error('undefined is not a function'))).toBeNull();
  });

  test.each([
    [
      { type: 'network_error' },
      'Connection issue detected. Please check your internet connection and try again.',
      true,
    ],
    [{ type: 'timeout_error' }, 'The request took too long to complete. Please try again.', true],
    [
      { type: 'unknown_error', status: 402, code: 'INSUFFICIENT_BALANCE' },
      'Insufficient account balance. Please use card payment or add funds to your account.',
      false,
    ],
    [
      { type: 'not_found_error', status: 404, code: 'PACK_UNAVAILABLE' },
      'One or more packs are no longer available. Please update your cart.',
      false,
    ],
    [
      { type: 'unknown_error', status: 409 },
      'Your pack reservation has expired. Please restart the checkout process.',
      true,
    ],
    [
      { type: 'server_error', status: 500 },
      'Server error occurred. Our team has been notified. Please try again in a moment.',
      true,
    ],
  ] as const)('for %j shows: %s', (problem, message, isRetryable) => {
    expect(screenProblem(new ApiError({ ...problem, sentence: about }))).toMatchObject({
      message,
      isRetryable,
    });
  });

  test('offers another payment method if that may help', () => {
    expect(screenProblem(new Error('Your card was declined.'))?.isAboutMethod).toBe(true);
    expect(screenProblem(new Error('The checkout broke'))?.isAboutMethod).toBe(false);
  });
});

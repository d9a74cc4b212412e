import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import {
  addressProblems,
  initializationProblem,
  shippingProblem,
  submitLabel,
} from './shipping-problem.ts';

const refusal = (code: string, sentence: string, status = 409) =>
  new ApiError({ type: 'unknown_error', status, code, sentence });
const NO_RESPONSE = new ApiError({ type: 'network_error' });

test('each failed step names itself in the message and in the title of its notice', () => {
  const fault = new ApiError({ type: 'server_error', status: 500 });
  const said = (['eligibility', 'fee', 'intent', 'request'] as const).map((step) => {
    const { title, message } = shippingProblem(step, fault, false);
    return [title, message];
  });
  expect(said).toEqual([
    ['Initialization Error', 'Failed to check shipping eligibility'],
    ['Calculation Failed', 'Failed to calculate shipping fee'],
    ['Payment Intent Failed', 'Failed to create payment intent'],
    ['Shipping Request Failed', 'Failed to create shipping request'],
  ]);
});

test('a step that fails again says that the retry did not help', () => {
  expect(shippingProblem('fee', NO_RESPONSE, true).title).toBe('Retry Failed');
  expect(initializationProblem(NO_RESPONSE, true).title).toBe('Retry Failed');
});

test('a check without a response could not be made; a refused one failed', () => {
  expect(shippingProblem('eligibility', NO_RESPONSE, false).message).toBe(
    'Unable to check shipping eligibility',
  );
  expect(
    shippingProblem('eligibility', refusal('VALIDATION_ERROR', 'No', 400), false).message,
  ).toBe('Failed to check shipping eligibility');
});

test('a refused request points to the payment, or to the address', () => {
  const detail = (thrown: ApiError) => shippingProblem('request', thrown, false).detail;
  expect(detail(refusal('PAYMENT_NOT_COMPLETED', 'This payment has not been completed.'))).toBe(
    'This payment has not been completed. Please check your payment and try again.',
  );
  const badPostalCode = new ApiError({
    type: 'validation_error',
    status: 400,
    code: 'VALIDATION_ERROR',
    sentence: 'Invalid postal code format',
    details: [{ path: 'shippingAddress.postalCode', message: 'Invalid postal code format' }],
  });
  expect(detail(badPostalCode)).toBe(
    'Invalid postal code format. Please check your shipping address and try again.',
  );
  expect(addressProblems(badPostalCode)).toEqual([
    { field: 'postalCode', message: 'Invalid postal code format' },
  ]);
});

test('a card that is gone is not available for shipping', () => {
  const gone = refusal('CARD_NOT_AVAILABLE', 'This card is not available for sale');
  expect(shippingProblem('intent', gone, false).detail).toBe(
    'This card is not available for shipping',
  );
});

test('an insufficient balance names the other payment method', () => {
  expect(
    shippingProblem('request', refusal('INSUFFICIENT_BALANCE', 'x', 402), false),
  ).toMatchObject({
    title: 'Insufficient Balance',
    message: "You don't have enough balance to pay for shipping. Please use Stripe payment.",
  });
});

test('the last button names the next step', () => {
  const calm = { isBusy: false, isUnpaid: false, hasFailed: false };
  expect(submitLabel(calm)).toBe('Submit Shipping Request');
  expect(submitLabel({ ...calm, hasFailed: true })).toBe('Retry Shipping Request');
  expect(submitLabel({ ...calm, hasFailed: true, isUnpaid: true })).toBe('Complete Payment Above');
  expect(submitLabel({ isBusy: true, isUnpaid: true, hasFailed: true })).toBe('Processing...');
});

test('an unverified address gets its own message, without a retry', () => {
  const unverified = refusal(
    'EMAIL_NOT_VERIFIED',
    'Please verify your email address to continue.',
    403,
  );
  for (const step of ['eligibility', 'fee', 'intent', 'request'] as const) {
    expect(shippingProblem(step, unverified, true)).toMatchObject({
      step: null,
      message: 'Please verify your email address to continue.',
      detail: null,
      isUnverified: true,
    });
  }
});

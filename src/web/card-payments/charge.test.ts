import { describe, expect, test } from 'vitest';
import { afterAsking, afterConfirming, type Doubt } from './charge.ts';

const refused = (type: string, message?: string) => ({
  error: { type, ...(message !== undefined && { message }) },
});
const unsure = (refusal: string | null = null, unpaid = 0): Doubt => ({
  kind: 'unsure',
  refusal,
  unpaid,
});

describe('after a confirmation', () => {
  test('a refused card has failed, in the words of the card provider', () => {
    expect(afterConfirming(refused('card_error', 'Your card was declined.'))).toEqual({
      kind: 'failed',
      message: 'Your card was declined.',
      isRefused: true,
    });
    expect(afterConfirming(refused('validation_error'))).toEqual({
      kind: 'failed',
      message: 'Payment failed',
      isRefused: true,
    });
  });

  test.each([
    ['succeeded', 'succeeded'],
    ['requires_action', 'challenged'],
  ])('%s is %s', (status, kind) => expect(afterConfirming({ status })).toEqual({ kind }));

  test.each([
    ['an answer that never came', null],
    ['a bank that decides', { status: 'processing' }],
    ['a state that nobody expects', {}],
    ['a provider that is down', refused('api_error', 'An unknown error occurred')],
  ])('%s says nothing for sure', (_what, answer) =>
    expect(afterConfirming(answer)).toEqual(unsure()),
  );

  test('a request that is refused is asked about, and its words are kept', () =>
    expect(afterConfirming(refused('invalid_request_error', 'No such PaymentMethod'))).toEqual(
      unsure('No such PaymentMethod'),
    ));
});

describe('after the card provider was asked', () => {
  test('what is paid is paid, whatever was said before', () =>
    expect(afterAsking(unsure('already succeeded'), { status: 'succeeded' })).toEqual({
      kind: 'succeeded',
    }));

  test('a bank that wants to see the cardholder still does', () =>
    expect(afterAsking(unsure(), { status: 'requires_action' })).toEqual({ kind: 'challenged' }));

  test('a refused request that is not paid has failed with its own words', () =>
    expect(
      afterAsking(unsure('No such PaymentMethod'), { status: 'requires_payment_method' }),
    ).toEqual({ kind: 'failed', message: 'No such PaymentMethod', isRefused: true }));

  test('a lost answer is said to have charged nothing only once it can’t come any more', () => {
    const status = 'requires_payment_method';
    expect(afterAsking(unsure(), { status })).toEqual(unsure(null, 1));
    expect(afterAsking(unsure(null, 1), { status })).toEqual(unsure(null, 2));
    expect(afterAsking(unsure(null, 2), { status })).toEqual({
      kind: 'failed',
      message: 'Your card was not charged.',
      isRefused: false,
    });
  });

  test('a payment that has ended is not paid any more', () =>
    expect(afterAsking(unsure(), { status: 'canceled' })).toMatchObject({
      kind: 'failed',
      isRefused: false,
    }));

  test('nothing is known as long as a bank decides, or the provider does not answer', () => {
    expect(afterAsking(unsure(), { status: 'processing' })).toEqual(unsure());
    expect(afterAsking(unsure(null, 2), null)).toEqual(unsure(null, 2));
    expect(afterAsking(unsure('refused'), refused('api_error'))).toEqual(unsure('refused'));
  });
});

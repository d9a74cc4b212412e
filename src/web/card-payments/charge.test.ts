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
  test('a refused card has failed, with the card provider’s message', () => {
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
  ])('%s leaves the outcome open', (_what, result) =>
    expect(afterConfirming(result)).toEqual(unsure()),
  );

  test('a refused request leads to a query, and its message is kept', () =>
    expect(afterConfirming(refused('invalid_request_error', 'No such PaymentMethod'))).toEqual(
      unsure('No such PaymentMethod'),
    ));
});

describe('after a query to the card provider', () => {
  test('a payment that succeeded is paid, whatever came before', () =>
    expect(afterAsking(unsure('already succeeded'), { status: 'succeeded' })).toEqual({
      kind: 'succeeded',
    }));

  test('a bank’s request for authentication stays', () =>
    expect(afterAsking(unsure(), { status: 'requires_action' })).toEqual({ kind: 'challenged' }));

  test('a refused request that is unpaid has failed with its own message', () =>
    expect(
      afterAsking(unsure('No such PaymentMethod'), { status: 'requires_payment_method' }),
    ).toEqual({ kind: 'failed', message: 'No such PaymentMethod', isRefused: true }));

  test('a payment without a response counts as uncharged only once it can’t succeed any more', () => {
    const status = 'requires_payment_method';
    expect(afterAsking(unsure(), { status })).toEqual(unsure(null, 1));
    expect(afterAsking(unsure(null, 1), { status })).toEqual(unsure(null, 2));
    expect(afterAsking(unsure(null, 2), { status })).toEqual({
      kind: 'failed',
      message: 'Your card was not charged.',
      isRefused: false,
    });
  });

  test('a payment that has ended is unpaid', () =>
    expect(afterAsking(unsure(), { status: 'canceled' })).toMatchObject({
      kind: 'failed',
      isRefused: false,
    }));

  test('the outcome stays open while a bank decides, or the provider does not respond', () => {
    expect(afterAsking(unsure(), { status: 'processing' })).toEqual(unsure());
    expect(afterAsking(unsure(null, 2), null)).toEqual(unsure(null, 2));
    expect(afterAsking(unsure('refused'), refused('api_error'))).toEqual(unsure('refused'));
  });
});

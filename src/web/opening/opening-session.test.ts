import { describe, expect, test } from 'vitest';
import {
  isReadyToOpen,
  NO_SESSION,
  openingSearch,
  paymentToOpen,
  sessionOfPack,
  sessionOfPayment,
  withCards,
} from './opening-session.ts';

const PACK = { packId: '7b1c0f6e-0000-4000-8000-000000000001', name: 'Midnight Hunt' };

describe('an opening session', () => {
  test('lets nobody in without a pack that is still to be opened', () => {
    expect(isReadyToOpen(NO_SESSION)).toBe(false);
    expect(isReadyToOpen(sessionOfPayment('pi_1'))).toBe(false);
    expect(isReadyToOpen(sessionOfPack(PACK))).toBe(true);
  });

  test('keeps the cards of the opened pack and has nothing left to open', () => {
    const after = withCards(sessionOfPayment('pi_1'), PACK, []);
    expect(after).toEqual({
      currentPack: PACK,
      openedCards: [],
      isOpening: false,
      hasValidCheckoutSession: true,
      checkoutSessionId: 'pi_1',
    });
    expect(isReadyToOpen(after)).toBe(false);
  });
});

describe('the address', () => {
  test('opens a payment and nothing else', () => {
    expect(paymentToOpen({ openPack: 'pi_3Abc_9' })).toBe('pi_3Abc_9');
    for (const openPack of ['', 'pi_', 'true', 'pi_1/../x', 'https://evil.test', undefined]) {
      expect(paymentToOpen({ openPack })).toBeNull();
    }
  });

  test('names a payment, or none', () => {
    expect(openingSearch({ payment_intent: 'pi_1', redirect_status: 'succeeded' })).toEqual({
      payment_intent: 'pi_1',
    });
    expect(openingSearch({ payment_intent: '' }).payment_intent).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { openingSearch, paymentToOpen } from './opening-search.ts';

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
    expect(openingSearch({ opening: 'a-b' })).toEqual({ opening: 'a-b' });
    expect(openingSearch({ opening: 7 }).opening).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { openingSearch, paymentToOpen } from './opening-search.ts';

describe('the address', () => {
  test('opens a payment and nothing else', () => {
    expect(paymentToOpen({ openPack: 'pi_3Abc_9' })).toEqual({ openPack: 'pi_3Abc_9' });
    for (const openPack of ['', 'pi_', 'true', 'pi_1/../x', 'https://evil.test', undefined]) {
      expect(paymentToOpen({ openPack })).toEqual({});
    }
  });

  test('names a payment, or none', () => {
    expect(openingSearch({ payment_intent: 'pi_1', redirect_status: 'succeeded' })).toEqual({
      payment_intent: 'pi_1',
    });
    expect(openingSearch({ payment_intent: '' }).payment_intent).toBeUndefined();
    const opening = '0b5c2f4e-7d1a-4a5b-9a53-0c6a7d9f1e22';
    expect(openingSearch({ opening })).toEqual({ opening });
    expect(openingSearch({ opening: 7 })).toEqual({ opening: '7' });
  });
});

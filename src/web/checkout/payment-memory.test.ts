import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { forgetPayment, rememberedPayment, rememberPayment } from './payment-memory.ts';

const NOON = Date.parse('2026-03-01T12:00:00Z');
const inSeconds = (seconds: number) => NOON + seconds * 1000;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});

afterEach(() => {
  forgetPayment();
  vi.useRealTimers();
});

describe('the full length of a reservation', () => {
  test('is the remaining time when the payment begins', () => {
    expect(rememberPayment({ paymentIntentId: 'pi_1', endsAt: inSeconds(900) })).toBe(900);
    expect(rememberedPayment()).toBe('pi_1');
  });

  test('stays the same for the same payment after a reload', () => {
    rememberPayment({ paymentIntentId: 'pi_1', endsAt: inSeconds(900) });
    vi.setSystemTime(inSeconds(300));
    expect(rememberPayment({ paymentIntentId: 'pi_1', endsAt: inSeconds(900) })).toBe(900);
  });

  test('is measured anew for another payment', () => {
    rememberPayment({ paymentIntentId: 'pi_1', endsAt: inSeconds(900) });
    vi.setSystemTime(inSeconds(300));
    expect(rememberPayment({ paymentIntentId: 'pi_2', endsAt: inSeconds(420) })).toBe(120);
  });

  test('is never zero, so that the bar can show a share of it', () => {
    expect(rememberPayment({ paymentIntentId: 'pi_1', endsAt: inSeconds(-5) })).toBe(1);
  });
});

// Paying by card as a browser does: an intent from the shop, the card to Stripe, the packs from the shop.
import { expect } from 'vitest';
import { decide, type Answers } from './customer.ts';
import type { FakeStripe } from './stripe.ts';
import type { Person } from './world.ts';

export type Begun = { paymentIntentId: string; expiresAt: string; amount: number };
export type Paid = { person: Person; paymentIntentId: string; packIds: string[] };

export function beginPaying(address: string, person: Person, packId: string, answers?: Answers) {
  return decide<Begun>(
    address,
    person,
    {
      method: 'POST',
      path: '/payments/create-payment-intent',
      body: { packs: [{ packId, quantity: 1 }] },
    },
    answers,
  );
}

export function askForPacks(
  address: string,
  person: Person,
  paymentIntentId: string,
  answers?: Answers,
) {
  return decide<{ status: string; packIds: string[] }>(
    address,
    person,
    { method: 'GET', path: `/payments/purchased-packs/${paymentIntentId}` },
    answers,
  );
}

/** The whole way, where nothing goes wrong. */
export async function payByCard(
  address: string,
  stripe: FakeStripe,
  person: Person,
  packId: string,
): Promise<Paid> {
  const { status, data } = await beginPaying(address, person, packId);
  expect(status).toBe(200);
  expect(await stripe.confirm(data.paymentIntentId)).toBe('succeeded');
  const bought = await askForPacks(address, person, data.paymentIntentId);
  expect(bought.data.status).toBe('succeeded');
  return { person, paymentIntentId: data.paymentIntentId, packIds: bought.data.packIds };
}

// Pays by card as a browser does: gets an intent from the shop, sends the card to Stripe, and gets the packs from the
// shop.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { ask, decide, type Responses, type Completed } from './customer.ts';
import type { FakeStripe } from './stripe.ts';
import type { Person } from './world.ts';

export type Begun = { paymentIntentId: string; expiresAt: string; amount: number };
export type Bought = { status: string; packIds: string[] };

/** Starts a payment for one pack. */
export function beginPaying(
  address: string,
  person: Person,
  packId: string,
  responses?: Responses,
) {
  const body = { packs: [{ packId, quantity: 1 }] };
  const request = { method: 'POST', path: '/payments/create-payment-intent', body };
  return decide<Begun>(address, person, request, responses);
}

const packsOf = (intentId: string) => ({
  method: 'GET',
  path: `/payments/purchased-packs/${intentId}`,
});

/** Requests the packs of a payment. */
export function askForPacks(
  address: string,
  person: Person,
  intentId: string,
  responses?: Responses,
) {
  return decide<Bought>(address, person, packsOf(intentId), responses);
}

/** A payment that succeeded at Stripe. */
export type Paid = { person: Person; intentId: string; at: number; packIds: string[] };

/** People who pay by card again and again, and what they must own according to the responses they got. */
export type Paying = {
  address: () => string;
  stripe: FakeStripe;
  people: Person[];
  packTypeId: string;
  /** Whether these people open each pack that they get. */
  opens?: boolean;
  responses: Responses;
  paid: Paid[];
  /** Openings with their cards. */
  opened: (Completed & { cardIds: string[] })[];
  /** True once the database has lost data. From then on the shop may fail, and a paid pack may never be delivered. */
  isHurt: boolean;
};

const POLL_MS = 250;
/**
 * The maximum number of polls for the packs of a successful payment. Each poll makes the shop deliver the packs, if
 * the shop can.
 */
const LOOKS_MOST = { well: 240, hurt: 20 };

export function payersOf(
  given: Pick<Paying, 'address' | 'stripe' | 'people' | 'packTypeId' | 'opens' | 'responses'>,
): Paying {
  return { ...given, paid: [], opened: [], isHurt: false };
}

/** Runs the payers until `isOver`. Each payer then finishes the payment they began. */
export async function payUntil(paying: Paying, isOver: () => boolean): Promise<void> {
  await Promise.all(
    paying.people.map(async (person) => {
      while (!isOver()) {
        // This payer stops, because a further payment would wait for the same missing pack.
        if (!(await pay(paying, person))) while (!isOver()) await wait(POLL_MS);
      }
    }),
  );
}

/** Pays for one pack and waits for the pack. Returns false if the pack was not delivered. */
export async function pay(paying: Paying, person: Person): Promise<boolean> {
  const intentId = await beginOne(paying, person);
  const paid = await confirm(paying, person, intentId);
  const packIds = await deliveredOf(paying, person, intentId);
  if (packIds === null) return false;
  paid.packIds = packIds;
  paying.responses.sold();
  if (paying.opens) for (const packId of packIds) await open(paying, person, packId);
  return true;
}

/** Starts a payment, up to the card form. Returns the id of the intent. */
export async function beginOne(paying: Paying, person: Person): Promise<string> {
  const begun = await beginPaying(paying.address(), person, paying.packTypeId, paying.responses);
  expect([begun.status, begun.code]).toEqual([200, null]);
  return begun.data.paymentIntentId;
}

/** Charges the card. */
export async function confirm(paying: Paying, person: Person, intentId: string): Promise<Paid> {
  expect(await paying.stripe.confirm(intentId)).toBe('succeeded');
  const paid = { person, intentId, at: Date.now(), packIds: [] };
  paying.paid.push(paid);
  return paid;
}

/** Waits for the packs of a payment. Returns null if the shop has lost the payment. */
async function deliveredOf(
  paying: Paying,
  person: Person,
  intentId: string,
): Promise<string[] | null> {
  for (let polls = 0; polls < LOOKS_MOST[paying.isHurt ? 'hurt' : 'well'];) {
    const { status, data } = await ask<Bought>(
      paying.address(),
      person,
      packsOf(intentId),
      paying.responses,
    );
    if (status === 200 && data.status === 'succeeded') return data.packIds;
    expect(status >= 400 && status < 500, `${intentId} is there`).toBe(false);
    // Polls that got "later" do not count.
    if (status === 200 || paying.isHurt) polls += 1;
    await wait(POLL_MS);
  }
  if (!paying.isHurt) throw new Error(`What ${intentId} paid for was never delivered`);
  return null;
}

async function open(paying: Paying, person: Person, packId: string): Promise<void> {
  const { status, code, data, text, request } = await decide<{
    packOpeningId: string;
    cards: { id: string }[];
  }>(paying.address(), person, { method: 'POST', path: `/packs/${packId}/open` }, paying.responses);
  expect([status, code]).toEqual([200, null]);
  const cardIds = data.cards.map(({ id }) => id);
  const openingIds = [data.packOpeningId];
  paying.opened.push({ person, request, text, at: Date.now(), openingIds, cardIds });
}

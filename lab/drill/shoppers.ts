// 32 clients who buy, open, sell, ship and pay by card through the balancer, and keep what they are told.
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { stockPackType } from '../../src/testing/stock.ts';
import { Answers, type Answer, decide, NOT_THE_SHOP, type Request } from '../kit/customer.ts';
import { type Load, runLoad, shopperOf } from '../kit/load.ts';
import { askForPacks, beginPaying } from '../kit/paying.ts';
import type { FakeStripe } from '../kit/stripe.ts';
import { makePeople, type Person, type World } from '../kit/world.ts';
import { FRONT } from './places.ts';

/** With credits, each account with two clients; and by card. */
const CREDIT_CLIENTS = 20;
const CARD_CLIENTS = 12;
const CREDITS = 50_000;
const PACKS = 5_000;
/** A payment that went through is delivered when its buyer looks, as soon as the shop can. */
const LOOKS_MOST = 240;
const LOOK_AGAIN_MS = 250;

/** What the clients are told, with the moments at which they were told of a purchase. */
export class Told extends Answers {
  readonly soldAt: number[] = [];
  /** By the balancer itself, for a process that died or was not there. */
  balancerSaid = 0;

  override note(request: Request, answer: Answer, retryAfter: string | null): void {
    super.note(request, answer, retryAfter);
    if (answer.status === 0 && answer.text.includes(NOT_THE_SHOP)) this.balancerSaid += 1;
    if (answer.status === 200 && request.path.endsWith('/purchase-with-balance')) this.sold();
  }

  sold(): void {
    this.soldAt.push(performance.now());
  }
}

/** A person who pays by card, and what must be true of them by every answer they got. */
export type Payer = {
  person: Person;
  /** The packs of each payment that went through. */
  paid: Map<string, string[]>;
  /** The opening of each pack, and its cards. */
  opened: Map<string, { openingId: string; cardIds: string[] }>;
  journal: { request: Request; text: string }[];
};

export type Crowd = { load: Load; payers: Payer[]; told: Told; stripe: FakeStripe };

/** People with a pack type of their own, so that a failure is counted by itself. */
export async function gather(world: World, stripe: FakeStripe): Promise<Crowd> {
  const told = new Told();
  const packTypeId = await stockPackType(world.context, { packs: PACKS, purchaseLimit: null });
  const people = await makePeople(world, CREDIT_CLIENTS / 2, CREDITS);
  const payers = await makePeople(world, CARD_CLIENTS, 0);
  return {
    load: {
      address: () => FRONT,
      shoppers: people.map((person) => shopperOf(person, CREDITS)),
      packTypeId,
      clients: CREDIT_CLIENTS,
      answers: told,
    },
    payers: payers.map((person) => ({ person, paid: new Map(), opened: new Map(), journal: [] })),
    told,
    stripe,
  };
}

/** Keeps all of them busy until `isOver`; each finishes what they began. */
export async function shop(crowd: Crowd, isOver: () => boolean): Promise<void> {
  const paying = crowd.payers.map(async (payer) => {
    while (!isOver()) await payAndOpen(crowd, payer);
  });
  await Promise.all([runLoad(crowd.load, isOver), ...paying]);
}

async function payAndOpen({ load, told, stripe }: Crowd, payer: Payer): Promise<void> {
  const begun = await beginPaying(FRONT, payer.person, load.packTypeId, told);
  expect([begun.status, begun.code]).toEqual([200, null]);
  const { paymentIntentId } = begun.data;
  expect(await stripe.confirm(paymentIntentId)).toBe('succeeded');
  const packIds = await deliveredOf(payer.person, paymentIntentId, told);
  payer.paid.set(paymentIntentId, packIds);
  told.sold();
  for (const packId of packIds) {
    const { status, code, data, text, request } = await decide<{
      packOpeningId: string;
      cards: { id: string }[];
    }>(FRONT, payer.person, { method: 'POST', path: `/packs/${packId}/open` }, told);
    expect([status, code]).toEqual([200, null]);
    payer.opened.set(packId, {
      openingId: data.packOpeningId,
      cardIds: data.cards.map(({ id }) => id),
    });
    payer.journal.push({ request, text });
  }
}

async function deliveredOf(person: Person, intentId: string, told: Told): Promise<string[]> {
  for (let looks = 0; looks < LOOKS_MOST; looks += 1) {
    const { status, data } = await askForPacks(FRONT, person, intentId, told);
    expect(status).toBe(200);
    if (data.status === 'succeeded') return data.packIds;
    await wait(LOOK_AGAIN_MS);
  }
  throw new Error(`What ${intentId} paid for was never delivered`);
}

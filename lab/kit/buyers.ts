// Runs the mixed load: people buy packs, sell cards, ship cards and change their profile concurrently. Builds a model
// of each person from the responses that the person got. At the end the shop and the model must agree, which means
// that no response was lost and nothing was done twice. The benchmark has a client of its own (choice 842).
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { ZERO } from '#domain/money.ts';
import { DEFAULT_TARIFF, offersFor } from '#domain/parcel-tariff.ts';
import { ADDRESS } from '../../src/testing/shipments.ts';
import { stockPackType } from '../../src/testing/stock.ts';
import {
  Responses,
  ask,
  decide,
  purchaseOf,
  type ShopResponse,
  type Request,
  type Completed,
} from './customer.ts';
import { makePeople, type Person, type World } from './world.ts';
import { inParallel } from '../../src/testing/crowd.ts';

/** What a buyer pays for a pack, in cents: CAD 10.00 plus 8 % tax. */
const PACK_COST = 1080;
/** The shop's purchase price for each card of a test pack, in cents: half of its market value, rounded down. */
const SALE_PRICES: Record<string, number> = {
  'Harbour Lantern': 70,
  'Moss Wall': 17,
  'Glass Heron': 350,
};
const SHIPPED_AT_ONCE = 3;
/** A shopper with more cards than this sells before buying. So the load can run for any time with few packs. */
const HAND_MOST = 60;
/** The share of sales in which another client may be selling the same card at the same time. */
const CONTENDED_SHARE = 0.15;

type Card = { id: string; name: string; packOpeningId: string };
type Bought = {
  packOpenings: { id: string; cards: { id: string; name: string }[] }[];
};
type Renamed = { name: string; from: number; to: number };

/** A person, and what they must own according to the responses they got. */
type Shopper = {
  person: Person;
  balance: number;
  hand: Card[];
  sold: Set<string>;
  shipped: Set<string>;
  openings: Set<string>;
  names: Renamed[];
  completed: Completed[];
};

function shopperOf(person: Person, credits: number): Shopper {
  return {
    person,
    balance: Math.round(credits * 100),
    hand: [],
    sold: new Set(),
    shipped: new Set(),
    openings: new Set(),
    names: [],
    completed: [],
  };
}

export type Load = {
  /** Returns the address for the next request. The address may be a different one each time. */
  address: () => string;
  shoppers: Shopper[];
  packTypeId: string;
  clients: number;
  /** Whether the clients only buy. Such clients continue if a confirmed purchase turns out to be lost. */
  onlyBuys?: boolean;
  /**
   * How many actions a second all clients start together. If omitted, each client starts an action when its last one
   * is done.
   */
  actionsPerSecond?: number;
  responses: Responses;
};

export type Buyers = Omit<Load, 'shoppers' | 'packTypeId' | 'responses'> & {
  people?: number;
  credits?: number;
  packs: number;
};

const CREDITS = 50_000;

/** Creates accounts with credits, which the clients share, and a pack type that only these clients buy. */
export async function gatherBuyers(
  world: Pick<World, 'context' | 'owner'>,
  { people = 8, credits = CREDITS, packs, ...load }: Buyers,
): Promise<Load> {
  const shoppers = await makePeople(world, people, credits);
  return {
    ...load,
    shoppers: shoppers.map((person) => shopperOf(person, credits)),
    packTypeId: await stockPackType(world.context, { packs, purchaseLimit: null }),
    responses: new Responses(),
  };
}

/** The successful responses of all shoppers. */
export function completedOf({ shoppers }: Load): Completed[] {
  return shoppers.flatMap(({ completed }) => completed);
}

/**
 * Runs the clients until `isOver`. Each client then finishes the action it began. Returns the number of finished
 * actions.
 */
export async function runLoad(load: Load, isOver: () => boolean): Promise<number> {
  let actions = 0;
  const { clients: howMany, actionsPerSecond = Infinity } = load;
  const startedAt = performance.now();
  const clients = Array.from({ length: howMany }, async (_none, at) => {
    const shopper = load.shoppers[at % load.shoppers.length]!;
    for (let turn = at; !isOver(); turn += howMany) {
      const dueAt = startedAt + (turn / actionsPerSecond) * 1000;
      if (dueAt > performance.now()) await wait(dueAt - performance.now());
      await doOne(load, shopper);
      actions += 1;
    }
  });
  await Promise.all(clients);
  return actions;
}

async function doOne(load: Load, shopper: Shopper): Promise<void> {
  if (load.onlyBuys) return buy(load, shopper);
  const die = Math.random();
  if (die < 0.1) return rename(load, shopper);
  if (die < 0.2 && shopper.hand.length > SHIPPED_AT_ONCE) return ship(load, shopper);
  if ((die < 0.65 && shopper.hand.length > 0) || shopper.hand.length > HAND_MOST)
    return sell(load, shopper);
  return buy(load, shopper);
}

async function buy(load: Load, shopper: Shopper): Promise<void> {
  const response = await decide<Bought>(
    load.address(),
    shopper.person,
    purchaseOf(load.packTypeId),
    load.responses,
  );
  expect([response.status, response.code]).toEqual([200, null]);
  note(
    shopper,
    response,
    response.data.packOpenings.map(({ id }) => id),
  );
  shopper.balance -= PACK_COST;
  for (const { id, cards } of response.data.packOpenings) {
    shopper.openings.add(id);
    for (const card of cards)
      shopper.hand.push({ id: card.id, name: card.name, packOpeningId: id });
  }
}

async function sell(load: Load, shopper: Shopper): Promise<void> {
  const at = Math.floor(Math.random() * shopper.hand.length);
  const card = shopper.hand[at]!;
  // Sometimes the card stays in the hand while this client sells it, so that another client may try to sell it too.
  const isContended = Math.random() < CONTENDED_SHARE;
  if (!isContended) take(shopper, card);
  const response = await decide(
    load.address(),
    shopper.person,
    {
      method: 'POST',
      path: '/cards/sell',
      body: { cardId: card.id, packOpeningId: card.packOpeningId },
    },
    load.responses,
  );
  if (response.status === 409) {
    expect(response.code).toBe('CARD_NOT_AVAILABLE');
    return;
  }
  expect([response.status, response.code]).toEqual([200, null]);
  take(shopper, card);
  note(shopper, response);
  expect(isOut(shopper, card), 'a card is sold once').toBe(false);
  shopper.sold.add(card.id);
  shopper.balance += SALE_PRICES[card.name]!;
}

async function ship(load: Load, shopper: Shopper): Promise<void> {
  const [first] = shopper.hand;
  const cards = shopper.hand
    .filter((card) => card.packOpeningId === first!.packOpeningId)
    .slice(0, SHIPPED_AT_ONCE);
  for (const card of cards) take(shopper, card);
  const response = await decide(
    load.address(),
    shopper.person,
    {
      method: 'POST',
      path: '/shipping/requests',
      body: {
        cardGroups: [
          { packOpeningId: first!.packOpeningId, cardIds: cards.map((card) => card.id) },
        ],
        shippingAddress: ADDRESS,
        paymentMethod: 'balance',
      },
    },
    load.responses,
  );
  if (response.status === 409) {
    // Another client was selling one of these cards. The shop shipped none of them, so the shopper gets the other cards
    // back into the hand.
    expect(response.code).toBe('CARD_NOT_AVAILABLE');
    shopper.hand.push(...cards.filter((card) => !isOut(shopper, card)));
    return;
  }
  expect([response.status, response.code]).toEqual([200, null]);
  note(shopper, response);
  for (const card of cards) {
    expect(isOut(shopper, card), 'a card is sold or shipped once').toBe(false);
    shopper.shipped.add(card.id);
  }
  const contents = { cardCount: cards.length, marketValue: ZERO };
  shopper.balance -= offersFor(DEFAULT_TARIFF, ADDRESS, contents)[0]!.fee.total;
}

let renames = 0;

async function rename(load: Load, shopper: Shopper): Promise<void> {
  renames += 1;
  const name = `Shopper ${renames}`;
  const from = performance.now();
  const response = await decide(
    load.address(),
    shopper.person,
    { method: 'PUT', path: '/users/settings/general', body: { fullName: name } },
    load.responses,
  );
  expect([response.status, response.code]).toEqual([200, null]);
  shopper.names.push({ name, from, to: performance.now() });
}

function take(shopper: Shopper, card: Card): void {
  const at = shopper.hand.findIndex(({ id }) => id === card.id);
  if (at !== -1) shopper.hand.splice(at, 1);
}

function isOut(shopper: Shopper, card: Card): boolean {
  return shopper.sold.has(card.id) || shopper.shipped.has(card.id);
}

function note(
  shopper: Shopper,
  { request, text }: ShopResponse & { request: Request },
  openingIds: string[] = [],
): void {
  shopper.completed.push({ person: shopper.person, request, text, at: Date.now(), openingIds });
}

/** How many answered requests of each shopper are sent again with their keys. */
const REPEATED = 60;

/**
 * Checks that the shop and the model agree for each shopper: the balance to the cent, each card, each opening, and the
 * last change of the name. A request that is sent again must get the same response.
 */
export async function expectAgreement(world: World, load: Load): Promise<void> {
  for (const shopper of load.shoppers) {
    const { userId } = shopper.person;
    const { rows: accounts } = await world.owner.query<{ balance: number }>(
      'select balance::int as balance from ledger_accounts where owner_id = $1',
      [userId],
    );
    expect(accounts).toEqual([{ balance: shopper.balance }]);

    const { rows: cards } = await world.owner.query<{ id: string; status: string }>(
      'select id, status from physical_cards where opened_by_id = $1',
      [userId],
    );
    const inState = (status: string) =>
      new Set(cards.filter((card) => card.status === status).map((card) => card.id));
    expect(inState('sold')).toEqual(shopper.sold);
    expect(inState('shipped')).toEqual(shopper.shipped);
    const known = new Set(shopper.hand.map((card) => card.id));
    expect(inState('available')).toEqual(known);

    const { rows: openings } = await world.owner.query<{ id: string }>(
      'select id from openings where user_id = $1',
      [userId],
    );
    expect(new Set(openings.map(({ id }) => id))).toEqual(shopper.openings);
    await expectLastName(load, shopper);

    const repeated = shopper.completed.slice(-REPEATED);
    await inParallel(repeated, 8, async ({ request, text }) => {
      const again = await ask(load.address(), shopper.person, request);
      expect(again.text).toBe(text);
    });
  }
}

/**
 * Expects that no change of the name was lost. So every other change must have begun before the stored name was
 * confirmed.
 */
async function expectLastName(load: Load, { person, names }: Shopper): Promise<void> {
  if (names.length === 0) return;
  const { data } = await ask<{ fullName: string }>(load.address(), person, {
    method: 'GET',
    path: '/users/profile',
  });
  const current = names.find(({ name }) => name === data.fullName);
  expect(current, 'a name that was answered').toBeDefined();
  expect(names.filter(({ from }) => from > current!.to)).toEqual([]);
}

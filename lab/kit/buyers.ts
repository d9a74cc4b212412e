// The mixed load: people buy packs, sell cards, ship cards and change their profile concurrently. A model of each
// person is built from the responses they got. At the end the shop and the model must agree: then no response was lost,
// and nothing was done twice. The benchmark has a client of its own (choice 842).
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { ZERO } from '#domain/money.ts';
import { DEFAULT_TARIFF, offersFor } from '#domain/parcel-tariff.ts';
import { ADDRESS } from '../../src/testing/shipments.ts';
import { stockPackType } from '../../src/testing/stock.ts';
import {
  Answers,
  ask,
  decide,
  purchaseOf,
  type Answer,
  type Request,
  type Answered,
} from './customer.ts';
import { makePeople, type Person, type World } from './world.ts';
import { inParallel } from '../../src/testing/crowd.ts';

/** What a buyer pays for a pack, in cents: CAD 10.00 and 8 % tax. */
const PACK_COST = 1080;
/** The shop's purchase price for each card of a test pack, in cents: half of its market value, rounded down. */
const SALE_PRICES: Record<string, number> = {
  'Harbour Lantern': 70,
  'Moss Wall': 17,
  'Glass Heron': 350,
};
const SHIPPED_AT_ONCE = 3;
/** A shopper with more cards than this sells before buying, so that the load can run for any time with few packs. */
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
  answered: Answered[];
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
    answered: [],
  };
}

export type Load = {
  /** The address for the next request: always the same, or another one each time. */
  address: () => string;
  shoppers: Shopper[];
  packTypeId: string;
  clients: number;
  /** The clients only buy, and carry on if a confirmed purchase turns out to be lost. */
  onlyBuys?: boolean;
  /** How many actions a second all clients start together. Omitted: each starts one when its last is done. */
  actionsPerSecond?: number;
  answers: Answers;
};

export type Buyers = Omit<Load, 'shoppers' | 'packTypeId' | 'answers'> & {
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
    answers: new Answers(),
  };
}

/** The successful responses of all shoppers. */
export function answeredOf({ shoppers }: Load): Answered[] {
  return shoppers.flatMap(({ answered }) => answered);
}

/** Runs the clients until `isOver`; each finishes the action it began. Returns the number of finished actions. */
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
  const answer = await decide<Bought>(
    load.address(),
    shopper.person,
    purchaseOf(load.packTypeId),
    load.answers,
  );
  expect([answer.status, answer.code]).toEqual([200, null]);
  note(
    shopper,
    answer,
    answer.data.packOpenings.map(({ id }) => id),
  );
  shopper.balance -= PACK_COST;
  for (const { id, cards } of answer.data.packOpenings) {
    shopper.openings.add(id);
    for (const card of cards)
      shopper.hand.push({ id: card.id, name: card.name, packOpeningId: id });
  }
}

async function sell(load: Load, shopper: Shopper): Promise<void> {
  const at = Math.floor(Math.random() * shopper.hand.length);
  const card = shopper.hand[at]!;
  // Sometimes the card stays in the hand while it is being sold, so that another client may try to sell it too.
  const isContended = Math.random() < CONTENDED_SHARE;
  if (!isContended) take(shopper, card);
  const answer = await decide(
    load.address(),
    shopper.person,
    {
      method: 'POST',
      path: '/cards/sell',
      body: { cardId: card.id, packOpeningId: card.packOpeningId },
    },
    load.answers,
  );
  if (answer.status === 409) {
    expect(answer.code).toBe('CARD_NOT_AVAILABLE');
    return;
  }
  expect([answer.status, answer.code]).toEqual([200, null]);
  take(shopper, card);
  note(shopper, answer);
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
  const answer = await decide(
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
    load.answers,
  );
  if (answer.status === 409) {
    // Another client was selling one of the cards. The shop shipped no card, so the shopper still has the others.
    expect(answer.code).toBe('CARD_NOT_AVAILABLE');
    shopper.hand.push(...cards.filter((card) => !isOut(shopper, card)));
    return;
  }
  expect([answer.status, answer.code]).toEqual([200, null]);
  note(shopper, answer);
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
  const answer = await decide(
    load.address(),
    shopper.person,
    { method: 'PUT', path: '/users/settings/general', body: { fullName: name } },
    load.answers,
  );
  expect([answer.status, answer.code]).toEqual([200, null]);
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
  { request, text }: Answer & { request: Request },
  openingIds: string[] = [],
): void {
  shopper.answered.push({ person: shopper.person, request, text, at: Date.now(), openingIds });
}

/** How many answered requests of each shopper are sent again with their keys. */
const REPEATED = 60;

/**
 * Checks that the shop and the model agree for each shopper: the balance to the cent, each card, each opening, and the
 * last change of the name. A request that is sent again must get the same response.
 */
export async function expectAsAnswered(world: World, load: Load): Promise<void> {
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

    const repeated = shopper.answered.slice(-REPEATED);
    await inParallel(repeated, 8, async ({ request, text }) => {
      const again = await ask(load.address(), shopper.person, request);
      expect(again.text).toBe(text);
    });
  }
}

/** Expects that the last change of the name was not lost: no change may have begun after the stored one was confirmed. */
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

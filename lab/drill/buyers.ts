// People who only buy, for the control: what they were told may turn out not to be true, and they go on all the same.
import { expect } from 'vitest';
import { stockPackType } from '../../src/testing/stock.ts';
import { decide, type Request } from '../kit/customer.ts';
import { makePeople, type Person, type World } from '../kit/world.ts';
import { FRONT } from './places.ts';
import { Told } from './shoppers.ts';

const BUYERS = 32;
const CREDITS = 50_000;
const PACKS = 5_000;

type Bought = { person: Person; request: Request; text: string; openingIds: string[] };

export type Buyers = {
  told: Told;
  bought: Bought[];
  /** Each buys again and again. */
  buy: (isOver: () => boolean) => Promise<void>;
  /** What each was told that they have. */
  openings: () => { person: Person; ids: string[] }[];
};

export async function gatherBuyers(world: World): Promise<Buyers> {
  const packId = await stockPackType(world.context, { packs: PACKS, purchaseLimit: null });
  const people = await makePeople(world, BUYERS, CREDITS);
  const told = new Told();
  const bought: Bought[] = [];
  const buyOne = async (person: Person): Promise<void> => {
    const { status, text, request, data } = await decide<{ packOpenings: { id: string }[] }>(
      FRONT,
      person,
      {
        method: 'POST',
        path: '/payments/purchase-with-balance',
        body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
      },
      told,
    );
    expect(status).toBe(200);
    bought.push({ person, request, text, openingIds: data.packOpenings.map(({ id }) => id) });
  };
  return {
    told,
    bought,
    buy: async (isOver) => {
      await Promise.all(
        people.map(async (person) => {
          while (!isOver()) await buyOne(person);
        }),
      );
    },
    openings: () => bought.map(({ person, openingIds }) => ({ person, ids: openingIds })),
  };
}

// Clients who buy, open, sell, ship and pay by card, and keep what they are told.
import type { Answers, Told } from '../kit/customer.ts';
import { gatherBuyers, runLoad, toldOf, type Load } from '../kit/buyers.ts';
import { keepPaying, payersOf, type Paying } from '../kit/payers.ts';
import type { FakeStripe } from '../kit/stripe.ts';
import { makePeople, type World } from '../kit/world.ts';

export type Crowd = { load: Load; paying: Paying; answers: Answers };

/** People with credits and people who pay by card, of one pack type. */
export async function gather(
  world: World,
  stripe: FakeStripe,
  load: Parameters<typeof gatherBuyers>[1],
  { payers, opens }: { payers: number; opens: boolean },
): Promise<Crowd> {
  const buying = await gatherBuyers(world, load);
  const { address, packTypeId, answers } = buying;
  const people = await makePeople(world, payers, 0);
  const paying = payersOf({ address, stripe, people, packTypeId, opens, answers });
  return { load: buying, paying, answers };
}

/** Keeps all of them busy until `isOver`; each finishes what they began. */
export async function shop({ load, paying }: Crowd, isOver: () => boolean): Promise<void> {
  await Promise.all([runLoad(load, isOver), keepPaying(paying, isOver)]);
}

/** All that they were told of openings and sales. */
export function allTold({ load, paying }: Crowd): Told[] {
  return [...toldOf(load), ...paying.opened];
}

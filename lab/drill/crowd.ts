// Clients who buy, open, sell, ship and pay by card, and record each response.
import type { Answers, Answered } from '../kit/customer.ts';
import { gatherBuyers, runLoad, answeredOf, type Buyers, type Load } from '../kit/buyers.ts';
import { keepPaying, payersOf, type Paying } from '../kit/payers.ts';
import type { FakeStripe } from '../kit/stripe.ts';
import { makePeople, type World } from '../kit/world.ts';

export type Crowd = { load: Load; paying: Paying; answers: Answers };

/** Creates people with credits and people who pay by card, who all buy one pack type. */
export async function gather(
  world: World,
  stripe: FakeStripe,
  buyers: Buyers,
  { payers, opens }: { payers: number; opens: boolean },
): Promise<Crowd> {
  const load = await gatherBuyers(world, buyers);
  const { address, packTypeId, answers } = load;
  const people = await makePeople(world, payers, 0);
  const paying = payersOf({ address, stripe, people, packTypeId, opens, answers });
  return { load, paying, answers };
}

/** Runs all of them until `isOver`; each finishes what they began. */
export async function shop({ load, paying }: Crowd, isOver: () => boolean): Promise<void> {
  await Promise.all([runLoad(load, isOver), keepPaying(paying, isOver)]);
}

/** The responses to their purchases, sales, shipments and openings. */
export function allAnswered({ load, paying }: Crowd): Answered[] {
  return [...answeredOf(load), ...paying.opened];
}

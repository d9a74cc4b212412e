// Clients who buy, open, sell, ship and pay by card, and record each response.
import type { Responses, Completed } from '../kit/customer.ts';
import { gatherBuyers, runLoad, completedOf, type Buyers, type Load } from '../kit/buyers.ts';
import { payUntil, payersOf, type Paying } from '../kit/payers.ts';
import type { FakeStripe } from '../kit/stripe.ts';
import { makePeople, type World } from '../kit/world.ts';

export type Crowd = { load: Load; paying: Paying; responses: Responses };

/** Creates people with credits and people who pay by card, who all buy one pack type. */
export async function gather(
  world: World,
  stripe: FakeStripe,
  buyers: Buyers,
  { payers, opens }: { payers: number; opens: boolean },
): Promise<Crowd> {
  const load = await gatherBuyers(world, buyers);
  const { address, packTypeId, responses } = load;
  const people = await makePeople(world, payers, 0);
  const paying = payersOf({ address, stripe, people, packTypeId, opens, responses });
  return { load, paying, responses };
}

/** Runs all clients until `isOver`. Each client then finishes what it began. */
export async function shop({ load, paying }: Crowd, isOver: () => boolean): Promise<void> {
  await Promise.all([runLoad(load, isOver), payUntil(paying, isOver)]);
}

/** The responses to the clients' purchases, sales, shipments and openings. */
export function allCompleted({ load, paying }: Crowd): Completed[] {
  return [...completedOf(load), ...paying.opened];
}

import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { clearShipmentAddresses } from './shipments-queries.ts';

/** One of the port `erasures`: the shipments of a deleted account stay, their addresses don't. */
export async function forgetAddresses({ db }: Context<Transaction>, userId: string): Promise<void> {
  await clearShipmentAddresses(db, userId);
}

import type { Transaction } from '#engine/database.ts';
import type { Context } from '../runtime/context.ts';
import { clearShipmentAddresses } from './shipments-queries.ts';

/**
 * Deletes the addresses in the shipments of a deleted account. The shipments stay. This is part of
 * the port `erasures`.
 */
export async function forgetAddresses({ db }: Context<Transaction>, userId: string): Promise<void> {
  await clearShipmentAddresses(db, userId);
}

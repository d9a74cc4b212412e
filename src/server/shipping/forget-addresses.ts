import type { Transaction } from '../database/database.ts';
import type { Context } from '../runtime/context.ts';
import { clearShipmentAddresses } from './shipments-queries.ts';

/** One of the port `erasures`: the parcels of somebody who left stay in the books, where they went does not. */
export async function forgetAddresses({ db }: Context<Transaction>, userId: string): Promise<void> {
  await clearShipmentAddresses(db, userId);
}

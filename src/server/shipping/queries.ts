import { statement, type Database } from '../database/database.ts';

/** Forgets where a user's shipments went. The database refuses it while one is on its way. */
export async function updateShipmentsToPlaceless(db: Database, userId: string): Promise<void> {
  await statement(
    db,
    'update_shipments_to_placeless',
    `update shipments set address = null, updated_at = shop_now() where user_id = $1 and address is not null`,
    [userId],
  );
}

import type { Transaction } from '#engine/database.ts';
import type { SavedCard } from '../runtime/card-provider.ts';
import {
  insertPaymentMethod,
  listPaymentMethodsOf,
  updateDefaultPaymentMethod,
} from './payment-methods-queries.ts';

/**
 * Stores a card that the provider has saved. Does not change a card that the shop already has. A
 * user's first card becomes the default. The caller must have locked the user's account.
 */
export async function storeCard(db: Transaction, userId: string, card: SavedCard): Promise<void> {
  await insertPaymentMethod(db, userId, card);
  const all = await listPaymentMethodsOf(db, userId);
  const isFirst = all.length === 1 && all[0]!.provider_id === card.id;
  if (isFirst) await updateDefaultPaymentMethod(db, userId, all[0]!.id);
}

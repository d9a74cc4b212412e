import type { Transaction } from '#engine/database.ts';
import type { SavedCard } from '../runtime/card-provider.ts';
import {
  insertPaymentMethod,
  listPaymentMethodsOf,
  updateDefaultPaymentMethod,
} from './payment-methods-queries.ts';

/**
 * Stores a card that the provider has saved. An existing card is not changed. The first card
 * becomes the default. The caller has locked the owner's account.
 */
export async function storeCard(db: Transaction, userId: string, card: SavedCard): Promise<void> {
  await insertPaymentMethod(db, userId, card);
  const all = await listPaymentMethodsOf(db, userId);
  const isFirst = all.length === 1 && all[0]!.provider_id === card.id;
  if (isFirst) await updateDefaultPaymentMethod(db, userId, all[0]!.id);
}

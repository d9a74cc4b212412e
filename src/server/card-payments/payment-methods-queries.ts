import { statement, type Database, type Transaction } from '#engine/database.ts';
import type { SavedCard } from '../runtime/card-provider.ts';

export type PaymentMethodRow = {
  id: string;
  user_id: string;
  provider_id: string;
  customer_id: string;
  brand: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  is_default: boolean;
  nickname: string | null;
};

const PAYMENT_METHOD =
  'id, user_id, provider_id, customer_id, brand, last4, expiry_month, expiry_year, is_default, nickname';

/** Lists a user's saved cards. The default card comes first, then the newest. */
export async function listPaymentMethodsOf(
  db: Database,
  userId: string,
): Promise<PaymentMethodRow[]> {
  return statement<PaymentMethodRow>(
    db,
    `select ${PAYMENT_METHOD} from payment_methods where user_id = $1 order by is_default desc, created_at desc, id`,
    [userId],
  );
}

/**
 * Finds the card provider's customer that holds a user's saved cards. Returns null if the user has
 * saved no card.
 */
export async function findCustomer(db: Database, userId: string): Promise<string | null> {
  const [row] = await statement<{ customer_id: string }>(
    db,
    'select customer_id from payment_methods where user_id = $1 limit 1',
    [userId],
  );
  return row?.customer_id ?? null;
}

/** Finds a saved card of any user by the card provider's id. */
export async function findPaymentMethodByProviderId(
  db: Database,
  providerId: string,
): Promise<PaymentMethodRow | null> {
  const [row] = await statement<PaymentMethodRow>(
    db,
    `select ${PAYMENT_METHOD} from payment_methods where provider_id = $1`,
    [providerId],
  );
  return row ?? null;
}

/** Stores a saved card, but not as the default card. Does not change a card that is already stored. */
export async function insertPaymentMethod(
  db: Transaction,
  userId: string,
  card: SavedCard,
): Promise<void> {
  await statement(
    db,
    `insert into payment_methods (id, user_id, provider_id, customer_id, brand, last4, expiry_month, expiry_year, is_default, created_at)
     values (gen_random_uuid(), $1, $2, $3, $4, $5, $6, $7, false, shop_now()) on conflict (provider_id) do nothing`,
    [userId, card.id, card.customerId, card.brand, card.last4, card.expiryMonth, card.expiryYear],
  );
}

export async function updatePaymentMethodNickname(
  db: Transaction,
  id: string,
  nickname: string | null,
): Promise<void> {
  await statement(db, 'update payment_methods set nickname = $2 where id = $1', [id, nickname]);
}

/**
 * Makes one of a user's cards the default card. If `id` is null, the user has no default card. The
 * caller must have locked the user's account.
 */
export async function updateDefaultPaymentMethod(
  db: Transaction,
  userId: string,
  id: string | null,
): Promise<void> {
  // Removes the old default first, so that a user never has two default cards.
  await statement(
    db,
    'update payment_methods set is_default = false where user_id = $1 and is_default',
    [userId],
  );
  if (id === null) return;
  await statement(
    db,
    'update payment_methods set is_default = true where id = $2 and user_id = $1',
    [userId, id],
  );
}

export async function deletePaymentMethod(db: Transaction, id: string): Promise<void> {
  await statement(db, 'delete from payment_methods where id = $1', [id]);
}

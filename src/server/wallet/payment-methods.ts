// Serves the cards that their owners have saved. The card provider stores the cards; the shop has
// only brand, last four digits, expiry date and nickname.
import * as rows from '#contract/wallet.ts';
import type { Reply } from '#contract/endpoint.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { needCardProvider } from '../card-payments/begin-payment.ts';
import { countCardCall } from '../card-payments/limit-card-calls.ts';
import { storeCard } from '../card-payments/store-card.ts';
import { inTransaction, type Database, type Transaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { lockAccount } from '../ledger/ledger-accounts-queries.ts';
import { CardRefusal, type SavedCard } from '../runtime/card-provider.ts';
import type { Context } from '../runtime/context.ts';
import {
  deletePaymentMethod,
  findPaymentMethodByProviderId,
  listPaymentMethodsOf,
  updateDefaultPaymentMethod,
  updatePaymentMethodNickname,
  type PaymentMethodRow,
} from '../card-payments/payment-methods-queries.ts';

export const listPaymentMethods = handler(rows.listPaymentMethods, async ({ db }, caller) => {
  return (await listPaymentMethodsOf(db, caller.userId)).map(paymentMethodOf);
});

/** Saves a card. If the card is already saved, only its nickname and default change. */
export const savePaymentMethod = handler(
  rows.savePaymentMethod,
  async (context, { userId }, { paymentMethodId, nickname, isDefault }) => {
    needCardProvider(context);
    const [known, own] = await Promise.all([
      findPaymentMethodByProviderId(context.db, paymentMethodId),
      listPaymentMethodsOf(context.db, userId),
    ]);
    // The response equals the response for a card that doesn't exist, so that nobody can find out
    // which cards another user has.
    if (known !== null && known.user_id !== userId) throw notAcceptable();
    const customerId = own[0]?.customer_id ?? null;
    const providerId =
      known?.provider_id ?? (await saveCard(context, { userId, customerId }, paymentMethodId));
    return inAccount(context, userId, async (db) => {
      const saved = (await listPaymentMethodsOf(db, userId)).find(
        (one) => one.provider_id === providerId,
      );
      assert(saved !== undefined, 'a card that was kept is written down');
      return change(db, saved, { nickname, isDefault });
    });
  },
);

/** Makes the provider store a card, and records it. Returns the provider's id of the card. */
async function saveCard(
  context: Context,
  owner: { userId: string; customerId: string | null },
  cardId: string,
): Promise<string> {
  await countCardCall(context, owner.userId);
  const card = await attach(context, owner, cardId);
  await inAccount(context, owner.userId, (db) => storeCard(db, owner.userId, card));
  return card.id;
}

async function attach(
  context: Context,
  owner: { userId: string; customerId: string | null },
  cardId: string,
): Promise<SavedCard> {
  try {
    const card = await context.cardProvider!.saveCard(owner, cardId);
    if (card === null) throw notAcceptable();
    return card;
  } catch (error) {
    if (error instanceof CardRefusal) throw notAcceptable();
    throw error;
  }
}

function notAcceptable(): Rejection {
  return new Rejection('VALIDATION_ERROR', 'This card can’t be saved');
}

export const changePaymentMethod = handler(
  rows.changePaymentMethod,
  async (context, { userId }, { id, nickname, isDefault }) => {
    return inAccount(context, userId, async (db) =>
      change(db, await findOwnCard(db, userId, id), { nickname, isDefault }),
    );
  },
);

async function change(
  db: Transaction,
  { id, user_id: userId, is_default: wasDefault }: PaymentMethodRow,
  changes: { nickname: string | null | undefined; isDefault: boolean | undefined },
): Promise<Reply<typeof rows.changePaymentMethod>> {
  const { nickname, isDefault } = changes;
  // An empty name clears the nickname.
  if (nickname !== undefined) await updatePaymentMethodNickname(db, id, nickname || null);
  if (isDefault !== undefined && isDefault !== wasDefault) {
    await updateDefaultPaymentMethod(db, userId, isDefault ? id : null);
  }
  return paymentMethodOf(await findOwnCard(db, userId, id));
}

/**
 * Deletes a saved card at the provider before it deletes the card here. In the other order, a
 * failure could leave a card at the provider that nobody can delete.
 */
export const forgetPaymentMethod = handler(
  rows.forgetPaymentMethod,
  async (context, { userId }, { id }) => {
    const method = await findOwnCard(context.db, userId, id);
    await countCardCall(context, userId);
    await context.cardProvider?.forgetCard(method.provider_id);
    await inAccount(context, userId, async (db) => {
      await deletePaymentMethod(db, id);
      const [next] = await listPaymentMethodsOf(db, userId);
      if (method.is_default && next !== undefined) {
        await updateDefaultPaymentMethod(db, userId, next.id);
      }
    });
    return null;
  },
);

/**
 * Deletes all saved cards of an account that is being deleted. Each card is deleted at the provider
 * before it is deleted here.
 */
export async function forgetAllPaymentMethods(context: Context, userId: string): Promise<void> {
  for (const method of await listPaymentMethodsOf(context.db, userId)) {
    await context.cardProvider?.forgetCard(method.provider_id);
    await inAccount(context, userId, (db) => deletePaymentMethod(db, method.id));
  }
}

/** Finds a saved card of the user. Rejects with NOT_FOUND if the user has no such card. */
export async function findOwnCard(
  db: Database,
  userId: string,
  id: string,
): Promise<PaymentMethodRow> {
  const found = (await listPaymentMethodsOf(db, userId)).find((one) => one.id === id);
  if (found === undefined) throw new Rejection('NOT_FOUND');
  return found;
}

/**
 * Runs `work` with the user's account locked, so that only one request at a time decides which card
 * is the default.
 */
async function inAccount<Result>(
  context: Context,
  userId: string,
  work: (db: Transaction) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context.db, async (db) => {
    await lockAccount(db, userId);
    return work(db);
  });
}

/** A saved card with the field names of the contract. */
export function paymentMethodOf(row: PaymentMethodRow): Reply<typeof rows.changePaymentMethod> {
  return {
    id: row.id,
    providerId: row.provider_id,
    type: 'card',
    last4: row.last4,
    brand: row.brand,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
    isDefault: row.is_default,
    nickname: row.nickname,
  };
}

// Grants credits that the house gives to users.
import { randomUUID } from 'node:crypto';
import { refuseGift } from '#domain/break.ts';
import { bonus } from '#domain/ledger.ts';
import { toCents, type Cents } from '#domain/money.ts';
import type { Region } from '#domain/region.ts';
import { isSoldIn } from '#domain/sales-places.ts';
import type { Transaction } from '#engine/database.ts';
import { findInvitationOf } from '../accounts/admin/staff-queries.ts';
import { postJournal } from '../ledger/post.ts';
import { findSaleBar } from '../limits/breaks-queries.ts';
import type { Context } from '../runtime/context.ts';
import { publishEvents } from '../webhooks/publish-events.ts';

/**
 * Gives a user credits inside the caller's transaction. Returns the new balance and the grant's id.
 * The caller must add an entry to the audit log, because every grant needs a recorded cause.
 */
export async function grantCredits(
  context: Context<Transaction>,
  grant: { userId: string; amount: Cents; reason: string; grantId?: string },
): Promise<{ balance: Cents; grantId: string }> {
  refuseGift(await findSaleBar(context.db, grant.userId));
  const grantId = grant.grantId ?? randomUUID();
  const balance = await postJournal(context.db, {
    kind: 'bonus_credit',
    referenceId: grantId,
    userId: grant.userId,
    description: grant.reason,
    transfers: bonus(grant.userId, grant.amount),
  });
  return { balance, grantId };
}

/** The credits of a new account in a demo shop: CAD 100.00 (docs/product.md §8). */
const DEMO_WELCOME = toCents(10_000);

/**
 * The port `welcome`. Publishes that a person signed up. In a demo shop, gives a new account credits to try the shop,
 * unless its owner is invited to work in the shop, or says that they live where the shop does not sell. In any other
 * shop, a new account has no credits.
 */
export async function welcome(
  context: Context<Transaction>,
  userId: string,
  livesIn: Region | null,
): Promise<void> {
  publishEvents(context.db, { type: 'person.joined', data: { userId } });
  if (!context.config.demo || (await findSaleBar(context.db, userId)) !== null) return;
  if (livesIn !== null && !isSoldIn(context.settings.salesPlaces(), livesIn)) return;
  if ((await findInvitationOf(context.db, userId)) !== null) return;
  await grantFirstCredits(context, userId, DEMO_WELCOME, 'Welcome credits of the demo shop');
}

/**
 * Gives a new account of a demo shop its first credits. An account can get them only once, because
 * the grant has the account's id as its reference.
 */
export async function grantFirstCredits(
  context: Context<Transaction>,
  userId: string,
  amount: Cents,
  reason: string,
): Promise<void> {
  await grantCredits(context, { userId, amount, reason, grantId: userId });
}

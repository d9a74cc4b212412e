// Keeps the sandbox's books, as Stripe does: each movement of the shop's balance, and payouts to the shop's bank.
import type { Database, Transaction } from '#engine/database.ts';
import { groupOf, type Form } from './form.ts';
import { newId, nowS } from './ids.ts';
import { listPage } from './list-page.ts';
import { findObject, storeObject, sumBalance, type SandboxObject } from './sandbox-queries.ts';

const CURRENCY = 'cad';

/** Stripe's fee for a card payment in Canada: 29 per mille (2.9 %) and 30 cents. */
const FEE_PERMILLE = 29;
const FEE_FIXED = 30;

type Movement = {
  type: string;
  category: string;
  amount: number;
  fee?: number;
  source: string;
  description?: string;
};

/** Records a movement. */
export async function recordMovement(
  db: Database,
  { type, category, amount, fee = 0, source, description }: Movement,
): Promise<SandboxObject> {
  const moved: SandboxObject = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: nowS(),
    created: nowS(),
    currency: CURRENCY,
    description: description ?? null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [
            {
              amount: fee,
              application: null,
              currency: CURRENCY,
              description: 'Stripe processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amount - fee,
    reporting_category: category,
    source,
    status: 'available',
    type,
  };
  await storeObject(db, moved);
  return moved;
}

/** Records a charge, and subtracts Stripe's fee from it. */
export async function recordCharge(db: Database, charge: SandboxObject): Promise<void> {
  await storeObject(db, charge);
  const amount = Number(charge['amount']);
  await recordMovement(db, {
    type: 'charge',
    category: 'charge',
    amount,
    fee: Math.round((amount * FEE_PERMILLE) / 1000) + FEE_FIXED,
    source: charge.id,
  });
}

/** Returns a page of movements, the newest first. */
export async function listMovements(
  db: Transaction,
  form: Form,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status, body } = await listPage(
    db,
    form,
    'balance_transaction',
    '/v1/balance_transactions',
  );
  const isExpanded = Object.values(groupOf(form, 'expand')).includes('data.source');
  if (!isExpanded) return { status, body };
  const data = await Promise.all(
    body.data.map(async (one) => ({
      ...one,
      source: (await findObject(db, String(one['source']))) ?? one['source'],
    })),
  );
  return { status, body: { ...body, data } };
}

/** Pays the whole balance to the shop's bank. If there is nothing to pay, returns null. */
export async function payOut(db: Transaction): Promise<SandboxObject | null> {
  const amount = await sumBalance(db);
  if (amount <= 0) return null;
  const payout: SandboxObject = {
    id: newId('po'),
    object: 'payout',
    amount,
    arrival_date: nowS(),
    automatic: false,
    created: nowS(),
    currency: CURRENCY,
    livemode: false,
    method: 'standard',
    status: 'paid',
    type: 'bank_account',
  };
  await storeObject(db, payout);
  const { id } = await recordMovement(db, {
    type: 'payout',
    category: 'payout',
    amount: -amount,
    source: payout.id,
    description: 'STRIPE PAYOUT',
  });
  const paid = { ...payout, balance_transaction: id };
  await storeObject(db, paid);
  return paid;
}

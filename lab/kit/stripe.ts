// Runs a stand-in of Stripe outside the shop: the sandbox on a database of its own, which survives the loss of the
// shop or its database. The shop uses it like the real Stripe, by keys and an address.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { openPool, overPool } from '../../src/server/database/pool.ts';
import { startSandbox, type Sandbox, type SignedEvent } from '#stripe-sandbox/sandbox.ts';
import { freshDatabase, type World } from './world.ts';

export type FakeStripe = {
  sandbox: Sandbox;
  /** The settings with which a shop uses this Stripe. */
  environment: Record<string, string>;
  /** Pays an intent with a card that always works, as a browser would. Returns the intent's status. */
  confirm: (paymentIntentId: string) => Promise<string>;
  /** The charged and refunded amounts in cents, by intent. */
  records: () => Promise<Map<string, { charged: number; refunds: number[] }>>;
  /** Forgets every Idempotency-Key, as Stripe does after a day. */
  forgetKeys: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openStripe(): Promise<FakeStripe> {
  const url = await freshDatabase();
  const pool = openPool({ url: appUrlOf(url), clockOffsetMs: 0 });
  const owner = new pg.Pool({ connectionString: url, max: 2 });
  const secret = randomBytes(32).toString('hex');
  const sandbox = await startSandbox({ db: overPool(pool), secret, production: false });
  const { secretKey, publishableKey, webhookSecrets, apiBase } = sandbox.options;
  return {
    sandbox,
    environment: {
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_PUBLISHABLE_KEY: publishableKey,
      STRIPE_WEBHOOK_SECRET: webhookSecrets.join(','),
      STRIPE_API_BASE: apiBase!,
    },
    confirm: async (paymentIntentId) => {
      const response = await fetch(`${apiBase}/v1/payment_intents/${paymentIntentId}/confirm`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secretKey}` },
        body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
      });
      return ((await response.json()) as { status?: string }).status ?? `${response.status}`;
    },
    records: async () => {
      const { rows } = await owner.query<{ id: string; charged: number; refunds: number[] }>(
        `select i.id, coalesce((i.body->>'amount_received')::int, 0) as charged,
           coalesce(array_agg((r.body->>'amount')::int) filter (where r.id is not null), '{}') as refunds
         from sandbox.objects i
         left join sandbox.objects r on r.kind = 'refund' and r.body->>'payment_intent' = i.id
         where i.kind = 'payment_intent' group by i.id`,
      );
      return new Map(rows.map(({ id, charged, refunds }) => [id, { charged, refunds }]));
    },
    forgetKeys: async () => {
      await owner.query('delete from sandbox.answers');
    },
    close: async () => {
      await sandbox.close();
      await pool.end();
      await owner.end();
    },
  };
}

/** Delivers an event to a shop's webhook. Returns the HTTP status, or 0 if there was no response. */
export async function bring(
  address: string,
  { body, signature }: SignedEvent,
): Promise<{ status: number; ms: number }> {
  const startedAt = performance.now();
  const status = await fetch(`${address}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  }).then(
    (response) => response.status,
    () => 0,
  );
  return { status, ms: performance.now() - startedAt };
}

/** The balance of card payments in the shop's ledger, in cents, before fees. It must equal charges less refunds. */
export async function cardClearing(world: World): Promise<number> {
  const { rows } = await world.owner.query<{ cents: number }>(
    `select coalesce(sum(case when debit_account_id = 'house:card_clearing' then amount else -amount end), 0)::int as cents
     from transfers t join journals j on j.id = t.journal_id and j.user_id is not null
     where 'house:card_clearing' in (debit_account_id, credit_account_id)`,
  );
  return rows[0]!.cents;
}

export async function heldByStripe(stripe: FakeStripe): Promise<number> {
  const records = [...(await stripe.records()).values()];
  return records.reduce(
    (total, { charged, refunds }) => total + charged - refunds.reduce((sum, one) => sum + one, 0),
    0,
  );
}

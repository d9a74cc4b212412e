// A Stripe outside the shop: the sandbox on a database of its own, which stays when shop or database go.
// The shop reaches it as it reaches the real one, by its keys and address.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { appUrlOf } from '../../src/server/database/app-role.ts';
import { openPool, overPool } from '../../src/server/database/pool.ts';
import { startSandbox, type Sandbox, type SignedEvent } from '#stripe-sandbox/sandbox.ts';
import { freshDatabase, type World } from './world.ts';

export type FakeStripe = {
  sandbox: Sandbox;
  /** The settings by which a shop reaches it. */
  environment: Record<string, string>;
  /** Pays an intent with a card that always works, as a browser would. Returns its status. */
  confirm: (paymentIntentId: string) => Promise<string>;
  /** What was charged and given back, in cents, by intent. */
  records: () => Promise<Map<string, { charged: number; refunds: number[] }>>;
  /** A day later: it remembers no Idempotency-Key. */
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

/** Brings an event to a shop's webhook, and returns the HTTP status; 0 where nobody answered. */
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

/** What the shop's ledger says that cards hold for it, in cents, before fees: must be what was charged less refunds. */
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

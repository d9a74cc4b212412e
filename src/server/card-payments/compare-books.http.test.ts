// Compares the shop's books with the card provider's books. Operators see entries that only one of
// the two books has.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type { listMoneyQuestions } from '#contract/card-payments-admin.ts';
import { countViolations } from '../admin/run-audit.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { atOffset, DAY_MS } from '../../testing/clock.ts';
import { runShopCommand } from '../../testing/command.ts';
import {
  begunPayment,
  confirm,
  dashboardOf,
  postAll,
  purchased,
  refundOutside,
  type Intent,
} from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { compareBooks } from './compare-books.ts';
import { compareMovements } from './provider-movements-queries.ts';

type Questions = z.input<typeof listMoneyQuestions.reply>;

const shop = useTestApp({ LOG_LEVEL: 'silent' }, { cards: true });
let moderator: SignedIn;
let packTypeId: string;

beforeAll(async () => {
  moderator = await shop.signUp({ role: 'moderator' });
  packTypeId = await stockPackType(shop.context, { packs: 30, purchaseLimit: null });
});
afterEach(() => {
  shop.sandbox.faults = {};
});

async function paid(card = 'pm_card_visa'): Promise<{ buyer: SignedIn; intent: Intent }> {
  const buyer = await shop.signUp();
  const intent = await begunPayment(shop, buyer, packTypeId);
  await confirm(shop, intent, { payment_method: card });
  return { buyer, intent };
}

const questions = async () =>
  (await shop.call<Questions>('GET', '/admin/money-questions', { as: moderator })).body.data
    .questions;

/** Returns the cents on an account of the house, as debits minus credits. */
async function houseOf(account: string): Promise<number> {
  const { rows } = await shop.owner.query<{ cents: number }>(
    `select coalesce(sum(case when debit_account_id = $1 then amount else -amount end), 0)::int as cents
     from transfers where $1 in (debit_account_id, credit_account_id)`,
    [account],
  );
  return rows[0]!.cents;
}

const disagreements = async () =>
  (await countViolations(shop.context)).find(
    ({ invariant }) => invariant === 'books_agree_with_card_provider',
  )!.violations;

const compare = () => compareBooks(shop.context, undefined, 0);

describe('the nightly comparison', () => {
  test('ignores what the account had before the shop', async () => {
    const made = await dashboardOf(shop).paymentIntents.create({
      amount: 777,
      currency: 'cad',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await shop.owner.query(
      `update sandbox.objects set body = jsonb_set(body, '{created}', to_jsonb((body->>'created')::int - 2592000))
       where kind = 'balance_transaction' and body->>'source' =
         (select body->>'latest_charge' from sandbox.objects where id = $1)`,
      [made.id],
    );
    expect(await compare()).toEqual({ done: 0, failed: 0 });
    expect(await questions()).toEqual([]);
    // Deletes the provider's record of this payment, because its next payout would include the money.
    await shop.owner.query(`delete from sandbox.objects where kind = 'balance_transaction'`);
  });

  test('finds nothing if both agree, and books the provider’s fees', async () => {
    const { buyer, intent } = await paid();
    await purchased(shop, buyer, intent.paymentIntentId);
    await refundOutside(shop, intent);
    await postAll(shop);
    const [clearing, fees] = [
      await houseOf('house:card_clearing'),
      await houseOf('house:card_fees'),
    ];
    expect((await compare()).failed).toBe(0);
    expect(await questions()).toEqual([]);
    // The provider's fee is 2.9% of CAD 11.30, plus 30 cents.
    expect((await houseOf('house:card_fees')) - fees).toBe(63);
    expect(clearing - (await houseOf('house:card_clearing'))).toBe(63);
    // A second comparison books nothing.
    expect(await compare()).toEqual({ done: 0, failed: 0 });
    expect((await houseOf('house:card_fees')) - fees).toBe(63);
  });

  test('books what no event has reported: a charge, a refund, a dispute', async () => {
    const [charged, refunded, disputed] = [
      await paid(),
      await paid(),
      await paid('pm_card_createDispute'),
    ];
    await refundOutside(shop, refunded.intent);
    await shop.sandbox.takeEvents();
    await compare();
    expect(await questions()).toEqual([]);
    expect(
      (await purchased(shop, charged.buyer, charged.intent.paymentIntentId)).packIds,
    ).toHaveLength(1);
    const { rows } = await shop.owner.query(
      `select (select count(*)::int from refunds f join payments y on y.id = f.payment_id where y.intent_id = $1) as refunds,
         (select count(*)::int from disputes d join payments y on y.id = d.payment_id where y.intent_id = $2) as disputes`,
      [refunded.intent.paymentIntentId, disputed.intent.paymentIntentId],
    );
    expect(rows).toEqual([{ refunds: 1, disputes: 1 }]);
  });

  test('balances card clearing with the payouts to the bank', async () => {
    const { buyer, intent } = await paid();
    await purchased(shop, buyer, intent.paymentIntentId);
    await postAll(shop);
    expect((await runShopCommand(shop.url, ['sandbox', 'payout'])).code).toBe(0);
    await compare();
    expect(await questions()).toEqual([]);
    expect(await houseOf('house:card_clearing')).toBe(0);
    expect(await houseOf('house:bank')).toBeGreaterThan(0);
  });

  test('shows a charge that is not the shop’s, until an operator closes it', async () => {
    const stripe = dashboardOf(shop);
    const made = await stripe.paymentIntents.create({
      amount: 777,
      currency: 'cad',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    await compare();
    const [found] = await questions();
    expect(found).toMatchObject({ kind: 'not_in_books', amount: 7.77, booked: null, user: null });
    expect(await disagreements()).toBe(1);
    await compare();
    expect(await questions()).toHaveLength(1);
    const admin = await shop.signUp({ role: 'admin' });
    const closed = await shop.call('POST', `/admin/money-questions/${found!.id}/close`, {
      as: admin,
      body: { note: `A test charge, ${made.id}` },
    });
    expect(closed.status).toBe(200);
    await compare();
    expect(await questions()).toEqual([]);
    expect(await disagreements()).toBe(0);
    // The comparison must list movements that an operator has investigated after all others.
    const { intent } = await paid();
    shop.sandbox.faults.before = ({ path }) =>
      path.endsWith(intent.paymentIntentId) ? 400 : undefined;
    await shop.sandbox.takeEvents();
    await compare();
    expect(await compareMovements(shop.context.db, 1)).toMatchObject([
      { intent_id: intent.paymentIntentId },
    ]);
    shop.sandbox.faults = {};
    await compare();
    expect(await questions()).toEqual([]);
  });

  test('books nothing in another currency, and shows it', async () => {
    const made = await dashboardOf(shop).paymentIntents.create({
      amount: 777,
      currency: 'cad',
      payment_method: 'pm_card_visa',
      confirm: true,
    });
    const { rows } = await shop.owner.query<{ id: string }>(
      `update sandbox.objects set body = jsonb_set(body, '{currency}', '"usd"')
       where kind = 'balance_transaction' and body->>'source' =
         (select body->>'latest_charge' from sandbox.objects where id = $1) returning id`,
      [made.id],
    );
    const fees = await houseOf('house:card_fees');
    await compare();
    await compare();
    const found = await questions();
    expect(found).toMatchObject([
      { kind: 'other_currency', subject: rows[0]!.id, amount: 0, booked: null },
    ]);
    expect(await houseOf('house:card_fees')).toBe(fees);
    expect(await disagreements()).toBe(1);
    await shop.owner.query(
      `update money_questions set closed_at = shop_now(), closed_by_id = $1, note = 'Another shop’s' where id = $2`,
      [moderator.userId, found[0]!.id],
    );
  });

  test('shows payments that the provider lacks or has differently, until both agree', async () => {
    const { buyer, intent } = await paid();
    await purchased(shop, buyer, intent.paymentIntentId);
    await postAll(shop);
    const charge = `kind = 'balance_transaction' and body->>'source' =
      (select body->>'latest_charge' from sandbox.objects where id = '${intent.paymentIntentId}')`;
    await shop.owner.query(`update sandbox.objects set kind = 'hidden' where ${charge}`);
    await compare();
    expect(await questions()).toMatchObject([
      { kind: 'not_at_provider', subject: intent.paymentIntentId, booked: 11.3 },
    ]);
    await shop.owner.query(
      `update sandbox.objects set kind = 'balance_transaction' where kind = 'hidden'`,
    );
    await compare();
    expect(await questions()).toEqual([]);

    const other = await paid();
    await purchased(shop, other.buyer, other.intent.paymentIntentId);
    await postAll(shop);
    await shop.owner.query(
      `update sandbox.objects set body = jsonb_set(body, '{amount}', '1000')
       where kind = 'balance_transaction' and body->>'source' =
         (select body->>'latest_charge' from sandbox.objects where id = $1)`,
      [other.intent.paymentIntentId],
    );
    await compare();
    const [differing] = await questions();
    expect(differing).toMatchObject({ kind: 'amounts_differ', amount: 10, booked: 11.3 });
    expect(differing!.user!.id).toBe(other.buyer.userId);
    expect(await disagreements()).toBe(1);
    await shop.owner.query(
      `update money_questions set closed_at = shop_now(), closed_by_id = $1, note = 'Made by hand' where id = $2`,
      [moderator.userId, differing!.id],
    );
  });

  test('shows a payment that the provider lacks for as long as it does', async () => {
    const { buyer, intent } = await paid();
    await purchased(shop, buyer, intent.paymentIntentId);
    const refundId = await refundOutside(shop, intent);
    await postAll(shop);
    const both = `(body->>'source' = '${refundId}' or body->>'source' =
      (select body->>'latest_charge' from sandbox.objects where id = '${intent.paymentIntentId}'))`;
    await shop.owner.query(
      `update sandbox.objects set kind = 'hidden' where kind = 'balance_transaction' and ${both}`,
    );
    await compare();
    const subjects = async () => (await questions()).map(({ subject }) => subject).toSorted();
    const found = await subjects();
    expect(found).toEqual([intent.paymentIntentId, refundId].toSorted());
    await atOffset(shop, 60 * DAY_MS, (context) => compareBooks(context, undefined, 0));
    expect(await subjects()).toEqual(found);
    await shop.owner.query(
      `update sandbox.objects set kind = 'balance_transaction' where kind = 'hidden'`,
    );
    await atOffset(shop, 60 * DAY_MS, (context) => compareBooks(context, undefined, 0));
    expect(await questions()).toEqual([]);
  });

  test('continues with the rest if one payment can’t be queried', async () => {
    const [odd, charged] = [await paid(), await paid()];
    await purchased(shop, odd.buyer, odd.intent.paymentIntentId);
    await refundOutside(shop, odd.intent);
    await shop.sandbox.takeEvents();
    shop.sandbox.faults.before = ({ path }) => (path === '/v1/refunds' ? 400 : undefined);
    expect((await compare()).failed).toBe(1);
    expect(await questions()).toMatchObject([
      { kind: 'not_in_books', amount: -11.3, user: { id: odd.buyer.userId } },
    ]);
    expect(
      (await purchased(shop, charged.buyer, charged.intent.paymentIntentId)).packIds,
    ).toHaveLength(1);
    shop.sandbox.faults = {};
    expect((await compare()).failed).toBe(0);
    expect(await questions()).toEqual([]);
  });

  test('is done by the next run if the provider does not respond', async () => {
    shop.sandbox.faults.before = ({ path }) =>
      path === '/v1/balance_transactions' ? 500 : undefined;
    await expect(compare()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    shop.sandbox.faults = {};
    expect((await compare()).failed).toBe(0);
  });
});

describe('the operator’s command line', () => {
  test('refunds money outside the shop, and makes a bank return it', async () => {
    const { buyer, intent } = await paid();
    await purchased(shop, buyer, intent.paymentIntentId);
    await postAll(shop);
    const command = (...words: string[]) => runShopCommand(shop.url, ['sandbox', ...words]);
    const part = await command('refund', intent.paymentIntentId, '1.30');
    expect([part.code, part.out]).toEqual([
      0,
      expect.stringMatching(/^Refunded CAD 1\.30 of pi_\w+: re_\w+\.\n$/),
    ]);
    const { rows } = await shop.owner.query<{ id: string }>(
      'select id from payments where intent_id = $1',
      [intent.paymentIntentId],
    );
    const rest = await command('refund', rows[0]!.id);
    expect(rest.out).toMatch(/^Refunded CAD 10\.00 /);
    await postAll(shop);
    const refundId = /re_\w+/.exec(rest.out)![0];
    expect((await command('fail-refund', refundId)).out).toBe(
      `The refund ${refundId} has failed.\n`,
    );
    await postAll(shop);
    const { rows: states } = await shop.owner.query<{ state: string }>(
      `select state from refunds where provider_id = $1`,
      [refundId],
    );
    expect(states).toEqual([{ state: 'failed' }]);
    for (const [words, problem] of [
      [['refund', 'pi_nobody'], /^No such payment_intent/],
      [['refund', randomUUID()], /^There is no card payment/],
      [['refund', intent.paymentIntentId, 'much'], /^AMOUNT takes an amount in CAD/],
      [['fail-refund', refundId], /has failed already/],
    ] as const) {
      const refused = await command(...words);
      expect([refused.code, refused.err]).toEqual([1, expect.stringMatching(problem)]);
    }
  });
});

// Tests the mails to a shopper about purchases and openings.
import { beforeAll, describe, expect, test } from 'vitest';
import type * as wallet from '#contract/wallet.ts';
import type * as z from 'zod/mini';
import { mailText, type StoredWords } from '../mail/text-of.ts';
import { LETTERHEAD } from '../../testing/letterhead.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';
import { begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { stockPackType } from '../../testing/stock.ts';

type Receipt = z.input<typeof wallet.receipt>;
type List = z.input<typeof wallet.listTransactions.reply>;
type Mail = { kind: string; subject: string; text: string };

const shop = useTestApp({}, { cards: true });
let pack: string;

beforeAll(async () => {
  pack = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  await shop.owner.query(
    `insert into discount_codes (code, percent, uses_max) values ('TENOFF', 10, null)`,
  );
});

async function mailsTo(person: SignedIn): Promise<Mail[]> {
  const { rows } = await shop.owner.query<StoredWords>(
    `select kind, subject, text, html, facts from mails
     where user_id = $1 and kind <> 'verify_email' order by kind`,
    [person.userId],
  );
  return rows.map((row) => ({ ...row, ...mailText(row, LETTERHEAD) }));
}

const buy = (as: SignedIn, quantity: number, more: { discountCode?: string; key?: string } = {}) =>
  shop.call('POST', '/payments/purchase-with-balance', {
    as,
    body: {
      packs: [{ packId: pack, quantity }],
      paymentMethod: 'balance',
      ...(more.discountCode === undefined ? {} : { discountCode: more.discountCode }),
    },
    ...(more.key === undefined ? {} : { key: more.key }),
  });

const cad = (amount: number) => `${amount < 0 ? '-' : ''}CAD ${Math.abs(amount).toFixed(2)}`;

/** The lines that the mail about a user's newest receipt must contain. */
async function receiptLines(person: SignedIn): Promise<string[]> {
  const { body } = await shop.call<List>('GET', '/transactions?limit=1', { as: person });
  const { id } = body.data.transactions[0]!;
  const receipt = (await shop.call<Receipt>('GET', `/transactions/${id}/receipt`, { as: person }))
    .body.data;
  return [
    ...receipt.lines.map(
      ({ text, quantity, amount }) =>
        `- ${quantity === 1 ? '' : `${quantity} x `}${text}, ${cad(amount)}`,
    ),
    `- Subtotal, ${cad(receipt.subtotal)}`,
    ...(receipt.discount > 0 ? [`- Discount, ${cad(-receipt.discount)}`] : []),
    `- Tax, ${cad(receipt.tax)}`,
    ...(receipt.processingFee > 0 ? [`- Processing fee, ${cad(receipt.processingFee)}`] : []),
    `Total: ${cad(receipt.total)}`,
    `/transactions/${id}/receipt`,
  ];
}

async function expectReceipt(person: SignedIn, method: string): Promise<void> {
  const receipts = (await mailsTo(person)).filter((mail) => mail.kind === 'receipt');
  expect(receipts).toHaveLength(1);
  expect(receipts[0]!.text).toContain(`with ${method}.`);
  for (const line of await receiptLines(person)) expect(receipts[0]!.text).toContain(line);
}

describe('buying with credits', () => {
  test('sends a receipt, and below it the revealed cards with the best one first', async () => {
    const buyer = await shop.signUp(100);
    await buy(buyer, 1);
    await expectReceipt(buyer, 'your account balance');
    const [opened, ...others] = await mailsTo(buyer);
    expect(others).toEqual([]);
    expect(opened!.text).toMatch(/^You opened Pack .*: 3 cards\.$/m);
    expect(opened!.text.match(/^- .*market.*$/gm)).toEqual([
      '- Glass Heron, Rare · market CAD 7.00, sells for CAD 3.50',
      '- Harbour Lantern, Common · market CAD 1.40, sells for CAD 0.70',
      '- Moss Wall, Common · market CAD 0.35, sells for CAD 0.17',
    ]);
    expect(opened!.text).toContain(
      'Your best card is Glass Heron: its market value is CAD 7.00, and it sells for CAD 3.50.',
    );
    expect(opened!.text).toContain('Total: market CAD 8.75, sells for CAD 4.37');
  });

  test('of several packs with a discount sends one mail about all', async () => {
    const buyer = await shop.signUp(100);
    await buy(buyer, 3, { discountCode: 'TENOFF' });
    await expectReceipt(buyer, 'your account balance');
    const mails = await mailsTo(buyer);
    expect(mails.map((mail) => mail.kind)).toEqual(['receipt']);
    expect(mails[0]!.text).toContain('You opened 3 packs: 9 cards.');
    expect(mails[0]!.text).toContain('Total: market CAD 26.25, sells for CAD 13.11');
  });

  test('of many packs names the best sixty cards, and the total value', async () => {
    const buyer = await shop.signUp(400);
    await buy(buyer, 21);
    const [opened] = await mailsTo(buyer);
    expect(opened!.text.match(/^- .*market/gm)).toHaveLength(60);
    expect(opened!.text).toContain(
      'And 3 more. The market value of all 63 cards together is CAD 183.75, and they sell for CAD 91.77.',
    );
  });

  test('twice with one key sends one receipt; a refused purchase none', async () => {
    const buyer = await shop.signUp(15);
    await buy(buyer, 1, { key: 'once' });
    await buy(buyer, 1, { key: 'once' });
    expect((await buy(buyer, 1)).status).toBe(402);
    expect((await mailsTo(buyer)).map((mail) => mail.kind)).toEqual(['receipt']);
  });

  test('sends only the receipt to a buyer without e-mail notifications', async () => {
    const buyer = await shop.signUp(15);
    await shop.call('PUT', '/users/settings/preferences', {
      as: buyer,
      body: { emailNotifications: false },
    });
    await buy(buyer, 1);
    const [receipt, ...others] = await mailsTo(buyer);
    expect(others).toEqual([]);
    expect(receipt!.text).toContain('Total:');
    expect(receipt!.text).not.toContain('You opened');
  });

  test('shows the values of that time, however late the mail is read', async () => {
    const buyer = await shop.signUp(15);
    await buy(buyer, 1);
    const [before] = await mailsTo(buyer);
    await shop.owner.query(`update cards set market_value = 1 where name = 'Glass Heron'`);
    expect(await mailsTo(buyer)).toEqual([before]);
    await shop.owner.query(`update cards set market_value = 700 where name = 'Glass Heron'`);
  });
});

test('buying by card sends the receipt with the payment, and the cards with the opening', async () => {
  const buyer = await shop.signUp();
  const intent = await begunPayment(shop, buyer, pack);
  expect(await mailsTo(buyer)).toEqual([]);
  await confirm(shop, intent);
  await postAll(shop);
  const { packIds } = await purchased(shop, buyer, intent.paymentIntentId);
  await expectReceipt(buyer, 'your card');
  for (let press = 1; press <= 2; press += 1) {
    await shop.call('POST', `/packs/${packIds[0]}/open`, { as: buyer });
  }
  expect((await mailsTo(buyer)).map((mail) => mail.kind)).toEqual(['openings', 'receipt']);
});

test('a top-up sends a receipt, with its fee', async () => {
  const person = await shop.signUp();
  const { body } = await shop.call<{ paymentIntentId: string; clientSecret: string }>(
    'POST',
    '/transactions/credits',
    { as: person, body: { amount: 100, currency: 'CAD', paymentMethod: 'stripe' } },
  );
  await confirm(shop, body.data);
  await postAll(shop);
  await expectReceipt(person, 'your card');
  expect((await mailsTo(person))[0]!.subject).toBe('Your Felt & Foil receipt: CAD 104.00');
});

// Tests the list of records that people saw, and that the shop then lost by moving to an earlier database.
import { randomBytes } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { useTestApp } from '../../testing/app.ts';
import { runShopCommand } from '../../testing/command.ts';
import { copyTemplate } from '../../testing/postgres.ts';
import { stockPackType } from '../../testing/stock.ts';

const shop = useTestApp();

test('an operator reads what the shop reported to each person from the abandoned database', async () => {
  const since = new Date().toISOString();
  const packId = await stockPackType(shop.context, { packs: 2, purchaseLimit: null });
  const buyer = await shop.signUp(50);
  const bought = await shop.call('POST', '/payments/purchase-with-balance', {
    as: buyer,
    key: 'told',
    body: { packs: [{ packId, quantity: 1 }], paymentMethod: 'balance' },
  });
  expect(bought.status).toBe(200);
  const earlier = await copyTemplate(
    inject('postgresUrl'),
    `test_earlier_${randomBytes(6).toString('hex')}`,
  );
  const { code, out } = await runShopCommand(earlier, ['forgotten', since, '--beside', shop.url]);
  expect(code).toBe(0);
  const lines = out
    .trim()
    .split('\n')
    .map((line) => line.split('\t').slice(1))
    .filter(([email]) => email === buyer.email);
  // The lines are sorted, because all effects of one purchase have the same time.
  expect(lines.map(([, what, text]) => `${what}: ${text}`).toSorted()).toEqual([
    `account: ${buyer.email.split('@')[0]}`,
    expect.stringMatching(/^mail: receipt: /),
    // The line does not show the code in the mail, which only the recipient may see.
    'mail: verify_email',
    expect.stringMatching(/^pack: .+ opened$/),
    expect.stringMatching(/^transaction: bonus_credit 50\.00 /),
    expect.stringMatching(/^transaction: pack_purchase 10\.80 /),
  ]);
  const same = await runShopCommand(shop.url, ['forgotten', since, '--beside', shop.url]);
  expect(same).toMatchObject({ code: 0, out: '' });
});

test('the command requires a time and the other database', async () => {
  for (const words of [['forgotten'], ['forgotten', '2026-11-23T00:00:00Z']])
    expect((await runShopCommand(shop.url, words)).code).toBe(2);
});

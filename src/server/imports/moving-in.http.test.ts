// Tests how a shop moves in from another one: its customers, their store credit, and its products (docs/moving-in.md).
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import type * as rows from '#contract/imports.ts';
import type * as credits from '#contract/wallet-credits.ts';
import { madeKey } from '../../testing/api-keys.ts';
import { useTestApp, type SignedIn, type TestApp } from '../../testing/app.ts';
import { stockPackType } from '../../testing/stock.ts';
import { scheduleDeletion } from '../accounts/deletions-queries.ts';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import { workImports } from './work-imports.ts';

type Detail = z.input<typeof rows.showImport.reply>;

const shop = useTestApp();
const withTerms = useTestApp();
let admin: SignedIn;
beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

const PASSWORD = 'battery staple';
const example = (name: string) =>
  readFileSync(new URL(`../../../docs/examples/moving-in/${name}`, import.meta.url), 'utf8');
const work = (app: TestApp = shop, signal = new AbortController().signal) =>
  workImports(app.context, signal);

type Ways = { app?: TestApp; as?: SignedIn };

/** Sends a file. Returns the response, because the shop may refuse the file. */
const sent = (
  kind: string,
  file: string,
  more: object = {},
  { app = shop, as = admin }: Ways = {},
) =>
  app.call<Detail>('POST', '/admin/imports', {
    as,
    body: {
      kind,
      fileName: `${kind}.csv`,
      file: Buffer.from(file).toString('base64'),
      ...more,
    },
  });

async function show(id: string, { app = shop, as = admin }: Ways = {}): Promise<Detail> {
  return (await app.call<Detail>('GET', `/admin/imports/${id}`, { as })).body.data;
}

/** Sends a file and checks it. */
async function checked(
  kind: string,
  file: string,
  more?: object,
  ways: Ways = {},
): Promise<Detail> {
  const { body } = await sent(kind, file, more, ways);
  expect(body.error).toBeUndefined();
  await work(ways.app);
  return show(body.data.id, ways);
}

async function applied(id: string, mode = 'all', ways: Ways = {}): Promise<Detail> {
  const { app = shop, as = admin } = ways;
  const body = { mode, acceptWarnings: true };
  const { status } = await app.call('POST', `/admin/imports/${id}/apply`, { as, body });
  expect(status).toBe(200);
  await work(app);
  return show(id, ways);
}

/** Imports one line of credit, and returns its finished import. */
async function given(line: string, heads = 'email,credit,credit kind,reference'): Promise<Detail> {
  return applied((await checked('people', `${heads}\n${line}`)).id);
}

async function partsOf(email: string): Promise<{ bought: number; earned: number } | null> {
  const { rows: found } = await shop.owner.query<{ bought: number; earned: number }>(
    `select a.bought::int as bought, (a.balance - a.bought)::int as earned
     from ledger_accounts a join users u on u.id = a.owner_id where u.email = $1`,
    [email],
  );
  return found[0] ?? null;
}

async function mailedLink(email: string, { owner }: TestApp = shop): Promise<URLSearchParams> {
  const { rows: mails } = await owner.query<{ text: string }>(
    `select text from mails where to_address = $1 and kind = 'imported_account'`,
    [email],
  );
  expect(mails).toHaveLength(1);
  const link = new URL(/^http.*$/m.exec(mails[0]!.text)![0]);
  expect(link.pathname + link.search).toBe('/auth?mode=reset');
  return new URLSearchParams(link.hash.slice(1));
}

const choosePassword = (filled: URLSearchParams, more: object = {}, app: TestApp = shop) =>
  app.call('POST', '/auth/reset-password', {
    body: { ...Object.fromEntries(filled), password: PASSWORD, ...more },
  });

async function signIn(email: string, app: TestApp = shop): Promise<SignedIn> {
  const { status, body } = await app.call<{
    access_token: string;
    refresh_token: string;
    user: { id: string };
  }>('POST', '/auth/login', { body: { email, password: PASSWORD } });
  expect(status).toBe(200);
  return {
    userId: body.data.user.id,
    email,
    accessToken: body.data.access_token,
    refreshToken: body.data.refresh_token,
  };
}

const proveAddress = ({ userId }: SignedIn) =>
  shop.owner.query('update users set email_verified_at = now() where id = $1', [userId]);

/** The owner of an imported account chooses a password by the link in the mail, and signs in. */
async function arrived(email: string): Promise<SignedIn> {
  expect((await choosePassword(await mailedLink(email))).status).toBe(200);
  return signIn(email);
}

test('Shopify’s customers come in as they are exported: no password, no marketing, and what is not read is named', async () => {
  const heads = await shop.call('POST', '/admin/imports/heads', {
    as: admin,
    body: {
      kind: 'people',
      start: Buffer.from(example('shopify-customers.csv')).toString('base64'),
    },
  });
  expect(heads.body.data).toMatchObject({ unread: [], missing: [] });
  const preview = await checked('people', example('shopify-customers.csv'));
  expect(preview).toMatchObject({
    counts: { new: 3, changed: 0, same: 0, wrong: 1 },
    problems: [{ line: 5, problem: 'Email is required' }],
  });
  expect(preview.unread).toEqual(
    expect.arrayContaining(['Accepts Email Marketing', 'Default Address Company', 'Total Spent']),
  );
  await applied(preview.id, 'right');
  const { rows: people } = await shop.owner.query(
    `select email, full_name, phone_number, address_line_1, city, state, zip_code, country, email_verified_at,
       preferences from users where email like '%@example.com' order by email`,
  );
  expect(people).toMatchObject([
    {
      email: 'ben.okafor@example.com',
      full_name: 'Ben Okafor',
      address_line_1: '5 Dock Street',
      state: 'NS',
      zip_code: 'B3H 4R2',
    },
    { email: 'mika@example.com', full_name: null, address_line_1: null, country: null },
    {
      full_name: 'Zoë Tremblay',
      phone_number: '+15145550101',
      zip_code: 'H2X 1Y4',
      country: 'CA',
      email_verified_at: null,
    },
  ]);
  const lists = people.map(({ preferences: { stockMails, backMails, priceMails } }) => [
    stockMails ?? false,
    backMails ?? false,
    priceMails ?? false,
  ]);
  expect(lists.flat()).not.toContain(true);
  const { rows: consents } = await shop.owner.query(
    `select from consents c join users u on u.id = c.user_id where u.email like '%@example.com'`,
  );
  expect(consents).toEqual([]);
});

test('a plain file brings credits for old and new accounts; each wrong line says why, and the file twice changes nothing', async () => {
  const file = example('customers.csv');
  const preview = await checked('people', file);
  expect(preview.counts).toEqual({ new: 1, changed: 3, same: 0, wrong: 4 });
  expect(preview.credits).toEqual({ bought: 37.75, earned: 14.5 });
  const credited = (field: string, after: string) => [{ field, before: null, after }];
  expect(preview.changes).toMatchObject([
    {
      line: 2,
      subject: 'zoe@example.com',
      changes: credited('has an account; bought credits', '25.00'),
    },
    {
      line: 3,
      subject: 'zoe@example.com',
      changes: credited('has an account; earned credits', '4.50'),
    },
    { line: 4, changes: credited('has an account; earned credits', '10.00') },
    { line: 5, outcome: 'new', changes: credited('bought credits', '12.75') },
  ]);
  const amount = 'credit must be an amount such as 12.50, at most CAD 10,000.00';
  expect(preview.problems.map(({ problem }) => problem)).toEqual([
    'credit kind must say whether the credit is bought or earned',
    'credits are in CAD here, not in USD',
    `${amount}, not “-5.00”`,
    `${amount}, not “7.505”`,
  ]);
  expect(await partsOf('zoe@example.com')).toEqual({ bought: 0, earned: 0 });
  await applied(preview.id, 'right');
  expect(await partsOf('zoe@example.com')).toEqual({ bought: 2500, earned: 450 });
  expect(await partsOf('ben.okafor@example.com')).toEqual({ bought: 0, earned: 1000 });
  expect(await partsOf('ana@example.com')).toEqual({ bought: 1275, earned: 0 });

  const again = await checked('people', file);
  expect(again.counts).toEqual({ new: 0, changed: 0, same: 4, wrong: 4 });
  const other = await checked(
    'people',
    file.replace('25.00', '26.00').replace('earned,CAD,rewards', 'bought,CAD,rewards'),
  );
  expect(other.problems.slice(0, 2).map(({ problem }) => problem)).toEqual([
    'CAD 25.00 of bought credits came in before for this person: change the rest by hand',
    'CAD 4.50 of earned credits came in before for this person: change the rest by hand',
  ]);
  const { rows: entries } = await shop.owner.query(
    `select action, after->'bought' as bought, after->'earned' as earned from audit_log
     where subject_id = $1 and action = 'import_credits'`,
    [preview.id],
  );
  expect(entries).toEqual([{ action: 'import_credits', bought: 37.75, earned: 14.5 }]);
});

test('one kind of credits may be said for all lines of a list of balances', async () => {
  const file = 'Customer Email,Customer Name,Balance,Currency\numa@balance.test,Uma Vale,5.00,CAD';
  const silent = await checked('people', file);
  expect(silent.problems).toMatchObject([
    { problem: 'credit kind must say whether the credit is bought or earned' },
  ]);
  const refused = async (column: string, value: string) =>
    (await sent('people', file, { forAll: [{ column, value }] })).body.error.message;
  expect(await refused('credit kind', 'owed')).toContain('credit kind must be bought or earned');
  expect(await refused('email', 'uma@balance.test')).toContain('no value for all lines');
  const forAll = [{ column: 'credit kind', value: 'bought' }];
  const preview = await checked('people', file, { forAll });
  expect(preview).toMatchObject({ forAll, counts: { new: 1, wrong: 0 } });
  await applied(preview.id);
  expect(await partsOf('uma@balance.test')).toEqual({ bought: 500, earned: 0 });
});

test('a file gives no credits to people who work in the shop', async () => {
  const staff = await shop.signUp({ role: 'moderator' });
  const { problems } = await checked(
    'people',
    `email,credit,credit kind\n${staff.email},5,bought\n${admin.email},5,earned`,
  );
  expect(problems.map(({ problem }) => problem)).toEqual([
    `${staff.email} works in the shop: a file gives no credits to staff`,
    `${admin.email} works in the shop: a file gives no credits to staff`,
  ]);
});

test('a stranger who signed up with somebody’s address gets no credits from a file, until the address is confirmed', async () => {
  const stranger = await shop.signUp();
  const line = `${stranger.email},20,bought`;
  const file = `email,credit,credit kind\n${line}`;
  const before = await checked('people', file);
  expect(before.problems).toMatchObject([
    {
      problem: `${stranger.email} has an account, but nobody has confirmed this address: import the credit once its owner has`,
    },
  ]);
  expect(await partsOf(stranger.email)).toEqual({ bought: 0, earned: 0 });
  await proveAddress(stranger);
  await applied((await checked('people', file)).id);
  expect(await partsOf(stranger.email)).toEqual({ bought: 2000, earned: 0 });
});

test('the shop asks an operator before it takes in a file of gift cards again without its references', async () => {
  const email = 'cards@moving.test';
  await applied((await checked('people', `email\n${email}`)).id);
  const lines = [`${email},20,bought,A1`, `${email},7,bought,A2`].join('\n');
  await applied((await checked('people', `email,credit,credit kind,reference\n${lines}`)).id);
  const { rows: mails } = await shop.owner.query<{ text: string }>(
    `select text from mails where to_address = $1 and kind = 'imported_credits'`,
    [email],
  );
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining('CAD 27.00 of credits')]);
  const again = await checked('people', `email,credit,credit kind\n${email},20,bought`);
  expect(again.warnings.map(({ warning }) => warning)).toEqual([
    'CAD 20.00 of bought credits came in before for this person, under another reference: is it the same again?',
  ]);
  const body = { mode: 'all', acceptWarnings: false };
  const refused = await shop.call('POST', `/admin/imports/${again.id}/apply`, { as: admin, body });
  expect(refused.status).toBe(409);
  expect(await partsOf(email)).toEqual({ bought: 2700, earned: 0 });
});

test('a person whose account is being deleted gets no credits from a file, which they would lose', async () => {
  const leaving = await shop.signUp();
  await proveAddress(leaving);
  await shop.owner.query(
    `update users set deletion_due_at = shop_now() + interval '1 day' where id = $1`,
    [leaving.userId],
  );
  const { problems } = await checked(
    'people',
    `email,credit,credit kind\n${leaving.email},20,bought`,
  );
  expect(problems.map(({ problem }) => problem)).toEqual([
    `${leaving.email} asked for their account to be deleted: settle the credit by hand`,
  ]);
});

test('an imported account that awaits its owner gets the credits of a second file', async () => {
  const email = 'second@moving.test';
  await applied((await checked('people', `email\n${email}`)).id);
  await given(`${email},3,earned,`);
  expect(await partsOf(email)).toEqual({ bought: 0, earned: 300 });
});

test('people choose a password by the mailed link, see their credits, and spend the earned ones first', async () => {
  const email = 'ora@moving.test';
  await applied(
    (
      await checked(
        'people',
        `email,credit,credit kind,reference\n${email},8,bought,card\n${email},4,earned,points`,
      )
    ).id,
  );
  const filled = await mailedLink(email);
  expect(filled.get('email')).toBe(email);
  const wrong = new URLSearchParams({ email, code: 'x'.repeat(32) });
  expect((await choosePassword(wrong)).body.error.code).toBe('INVALID_CODE');
  const as = await arrived(email);
  expect((await choosePassword(filled)).body.error.code).toBe('INVALID_CODE');
  const { body: listed } = await shop.call<{
    transactions: { id: string; type: string; description: string }[];
  }>('GET', '/transactions', { as });
  expect(listed.data.transactions).toMatchObject([
    { type: 'imported_credit', description: 'Credits from your former shop' },
    { type: 'imported_credit' },
  ]);
  const { id } = listed.data.transactions[0]!;
  const receipt = await shop.call('GET', `/transactions/${id}/receipt`, { as });
  expect([receipt.status, receipt.body.data]).toMatchObject([200, { type: 'imported_credit' }]);
  const packId = await stockPackType(shop.context, { packs: 1, price: 600 });
  expect((await shop.call('POST', '/packs/purchase', { as, body: { packId } })).status).toBe(200);
  const { rows: spent } = await shop.owner.query<{ total: number }>(
    `select sum(amount)::int as total from transfers where debit_account_id = $1`,
    [as.userId],
  );
  expect(await partsOf(email)).toEqual({ bought: 1200 - spent[0]!.total, earned: 0 });
});

test('the link lasts two weeks, and then the usual code sets the password', async () => {
  const email = 'tardy@moving.test';
  await given(`${email},1,bought,`);
  const filled = await mailedLink(email);
  const { rows: codes } = await shop.owner.query<{ days: number }>(
    `select extract(epoch from expires_at - sent_at)::int / 86400 as days
     from one_time_codes c join users u on u.id = c.user_id where u.email = $1`,
    [email],
  );
  expect(codes).toEqual([{ days: 14 }]);
  await shop.owner.query(
    `update one_time_codes set expires_at = shop_now() - interval '1 second'
     where user_id = (select id from users where email = $1)`,
    [email],
  );
  expect((await choosePassword(filled)).body.error.code).toBe('CODE_EXPIRED');
  await shop.call('POST', '/auth/forgot-password', { body: { email } });
  const { rows: mails } = await shop.owner.query<{ text: string }>(
    `select text from mails where to_address = $1 and kind = 'reset_password'`,
    [email],
  );
  const code = /^ {4}(\d{6})$/m.exec(mails[0]!.text)![1]!;
  expect((await choosePassword(new URLSearchParams({ email, code }))).status).toBe(200);
  await signIn(email);
});

test('with a first password its owner accepts the terms, as others do when they sign up', async () => {
  const owner = await withTerms.signUp({ role: 'admin' });
  for (const key of ['terms', 'privacy']) {
    await withTerms.call('PUT', `/admin/texts/${key}`, {
      as: owner,
      body: { version: 0, body: 'Be fair.', shownFrom: null, shownUntil: null },
    });
  }
  const ways = { app: withTerms, as: owner };
  const email = 'fern@moving.test';
  await applied((await checked('people', `email\n${email}`, {}, ways)).id, 'all', ways);
  const filled = await mailedLink(email, withTerms);
  const refused = await choosePassword(filled, {}, withTerms);
  expect(refused.body.error).toMatchObject({
    code: 'CONSENT_REQUIRED',
    details: { texts: [{ text: 'terms' }, { text: 'privacy' }] },
  });
  const consents = [
    { text: 'terms', version: 1 },
    { text: 'privacy', version: 1 },
  ];
  expect((await choosePassword(filled, { consents }, withTerms)).status).toBe(200);
  const { userId } = await signIn(email, withTerms);
  const { rows: said } = await withTerms.owner.query(
    `select occasion, text_key, version from consents where user_id = $1 order by text_key`,
    [userId],
  );
  expect(said).toEqual([
    { occasion: 'sign_up', text_key: 'privacy', version: 1 },
    { occasion: 'sign_up', text_key: 'terms', version: 1 },
  ]);
});

test('bought credits from another shop are paid back on request by an operator, earned ones never', async () => {
  const email = 'vera@moving.test';
  await applied(
    (
      await checked(
        'people',
        `email,credit,credit kind,reference\n${email},30,bought,a\n${email},5,earned,b`,
      )
    ).id,
  );
  const as = await arrived(email);
  const asked = await shop.call<z.input<typeof credits.creditParts>>(
    'POST',
    '/users/credits/return',
    {
      as,
      body: {},
    },
  );
  expect(asked.body.data).toMatchObject({
    bought: 30,
    earned: 5,
    cardless: 30,
    toCards: { total: 0 },
  });
  const { body: listed } = await shop.call<z.input<typeof credits.listCreditRequests.reply>>(
    'GET',
    '/admin/credit-requests',
    { as: admin },
  );
  const request = listed.data.find(({ user }) => user.id === as.userId)!;
  expect(request).toMatchObject({ toCards: 0, cardless: 30 });
  const decide = (body: object) =>
    shop.call('POST', `/admin/credit-requests/${request.id}`, {
      as: admin,
      body: { decision: 'paid', reason: 'You asked for it', ...body },
    });
  expect((await decide({})).body.error.message).toContain('name its reference');
  expect((await decide({ reference: 'Transfer 12' })).status).toBe(200);
  expect(await partsOf(email)).toEqual({ bought: 0, earned: 500 });
});

test('an excluded person who comes with a file gets their credits, but the shop sells them nothing', async () => {
  const person = await shop.signUp();
  await proveAddress(person);
  const excluded = await shop.call('POST', '/users/breaks', {
    as: person,
    body: { kind: 'half_year' },
  });
  expect(excluded.status).toBe(200);
  const [name, domain] = person.email.split('@') as [string, string];
  const email = `${name}+again@${domain}`;
  await given(`${email},30,bought,`);
  const as = await arrived(email);
  const packId = await stockPackType(shop.context, { packs: 1, cardsAreMade: true });
  const { body } = await shop.call('POST', '/packs/purchase', { as, body: { packId } });
  expect(body.error.code).toBe('NOT_SOLD_TO_ACCOUNT');
  expect(await partsOf(email)).toEqual({ bought: 3000, earned: 0 });
});

test('an export has the credits from another shop; a deleted account loses their reference, and the file brings it nothing again', async () => {
  const email = 'gone@moving.test';
  const line = `${email},6,earned,gift card 91`;
  await given(line);
  const as = await arrived(email);
  const { body } = await shop.call<{ importedCredits: object[] }>('GET', '/users/export', {
    as,
  });
  expect(body.data.importedCredits).toMatchObject([
    { amount: 6, isBought: false, reference: 'gift card 91' },
  ]);
  await scheduleDeletion(shop.context.db, as.userId, 0);
  expect((await eraseAccounts(shop.context)).failed).toBe(0);
  const { rows: left } = await shop.owner.query(
    `select reference, amount::int from imported_credits where user_id = $1`,
    [as.userId],
  );
  expect(left).toEqual([{ reference: null, amount: 600 }]);
  const again = await checked('people', `email,credit,credit kind,reference\n${line}`);
  expect(again.counts).toEqual({ new: 0, changed: 0, same: 1, wrong: 0 });
});

test('API keys import no people, whatever their rights', async () => {
  const { as } = await madeKey(shop, admin, ['catalogue:write', 'money:write']);
  expect((await sent('people', 'email\nkey@moving.test', {}, { as })).body.error.code).toBe(
    'FORBIDDEN',
  );
});

test('a long file that is interrupted half-way gives each credit once', async () => {
  const person = await shop.signUp();
  await proveAddress(person);
  const lines = Array.from({ length: 2001 }, (_, at) => `${person.email},0.01,earned,card ${at}`);
  const { id } = await checked(
    'people',
    ['email,credit,credit kind,reference', ...lines].join('\n'),
  );
  await shop.call('POST', `/admin/imports/${id}/apply`, { as: admin, body: { mode: 'right' } });
  let asked = 0;
  const reason = new Error('aborted');
  const throwIfAborted = () => {
    asked += 1;
    if (asked > 2) throw reason;
  };
  const signal = { reason, throwIfAborted } as unknown as AbortSignal;
  await expect(work(shop, signal)).rejects.toThrow('aborted');
  expect(await partsOf(person.email)).toEqual({ bought: 0, earned: 500 });
  await work();
  expect(await show(id)).toMatchObject({ state: 'done', counts: { changed: 2001 } });
  expect(await partsOf(person.email)).toEqual({ bought: 0, earned: 2001 });
});

test('Shopify’s products become pack types that are not on sale; further pictures are passed over, variants are wrong', async () => {
  await stockPackType(shop.context, { packs: 0 });
  const forAll = [
    { column: 'game', value: 'magic' },
    { column: 'set', value: 'tst' },
    { column: 'card count', value: '3' },
  ];
  const file = example('shopify-products.csv');
  const preview = await checked('catalogue', file, { forAll });
  expect(preview).toMatchObject({ lines: 4, counts: { new: 2, wrong: 2 } });
  expect(preview.problems).toMatchObject([
    { line: 5, problem: 'line 4 names id harbour-collector too' },
    { line: 6, problem: 'price must be above 0' },
  ]);
  await applied(preview.id, 'right');
  const types = async () =>
    (
      await shop.owner.query(
        `select id, name, description, price::int, card_count, is_available, tags from pack_types
         where id like 'harbour-%' order by id`,
      )
    ).rows;
  expect(await types()).toEqual([
    expect.objectContaining({ id: 'harbour-collector', price: 2900, is_available: false }),
    {
      id: 'harbour-draft',
      name: 'Harbour Draft Pack',
      description: 'Ten cards.\nSealed & counted.',
      price: 650,
      card_count: 3,
      is_available: false,
      tags: [],
    },
  ]);
  // What the operator has put on sale meanwhile stays on sale.
  await shop.call('PATCH', '/packs/harbour-draft', { as: admin, body: { isAvailable: true } });
  const again = await checked('catalogue', file, { forAll });
  expect(again.counts).toEqual({ new: 0, changed: 0, same: 2, wrong: 2 });
});

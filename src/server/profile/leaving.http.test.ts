// Tests the deletion of an account: what prevents it, the two weeks to come back, and what remains afterwards.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  deleteAccount,
  keepAccount,
  showObligations,
  showProfile,
} from '#contract/profile.ts';
import { Rejection } from '#domain/rejection.ts';
import { generateSync } from 'otplib';
import { extractText, getDocumentProxy } from 'unpdf';
import type * as z from 'zod/mini';
import { countViolations } from '../admin/run-audit.ts';
import { reconcilePayments } from '../card-payments/reconcile-payments.ts';
import { releaseReservations } from '../card-payments/release-reservations.ts';
import { useTestApp, verifyAddress, type ShopResponse, type SignedIn } from '../../testing/app.ts';
import { holdClock } from '../../testing/clock.ts';
import { runShopCommand, runShopProcess } from '../../testing/command.ts';
import { beginPayment, begunPayment, confirm, postAll, purchased } from '../../testing/payments.ts';
import { ADDRESS, ownerOfCards, shipped } from '../../testing/shipments.ts';
import { stockPackType } from '../../testing/stock.ts';
import { numberAllDocuments } from '../wallet/number-documents.ts';
import { eraseAccounts } from './erase-accounts.ts';

type Standing = z.input<typeof showObligations.reply>;
type Leaving = z.input<typeof deleteAccount.reply>;
type SignedInReply = {
  access_token: string;
  refresh_token: string;
  user: { id: string; deletionDueAt?: string };
};

const shop = useTestApp({ TRUST_PROXY: '1' }, { cards: true });
const limited = useTestApp({ RATE_LIMITS: 'on' });
const PASSWORD = 'correct horse';
let packTypeId: string;
let moderator: SignedIn;
let admin: SignedIn;

beforeAll(async () => {
  packTypeId = await stockPackType(shop.context, { packs: 60, purchaseLimit: null });
  [moderator, admin] = [
    await shop.signUp({ role: 'moderator' }),
    await shop.signUp({ role: 'admin' }),
  ];
});

const standingOf = async (as: SignedIn) =>
  (await shop.call<Standing>('GET', '/users/profile/obligations', { as })).body.data;

const leave = (as: SignedIn, body: object = { password: PASSWORD }) =>
  shop.call<Leaving>('DELETE', '/users/profile', { as, body });

const stay = (as: SignedIn) =>
  shop.call<z.input<typeof keepAccount.reply>>('POST', '/users/profile/restore', {
    as,
    body: {},
  });

const profileOf = async (as: SignedIn) =>
  (await shop.call<z.input<typeof showProfile.reply>>('GET', '/users/profile', { as })).body.data;

const login = (
  email: string,
  headers: Record<string, string> = {},
): Promise<ShopResponse<SignedInReply>> =>
  shop.call<SignedInReply>('POST', '/auth/login', {
    body: { email, password: PASSWORD },
    headers,
  });

async function signedInAgain(user: SignedIn): Promise<SignedIn> {
  const { status, body } = await login(user.email);
  expect(status).toBe(200);
  return { ...user, accessToken: body.data.access_token, refreshToken: body.data.refresh_token };
}

async function left(user: SignedIn): Promise<string> {
  const { status, body } = await leave(user);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data.deletionDueAt;
}

/** Lets the two weeks before an account's deletion pass. */
async function letTimePass(user: SignedIn): Promise<void> {
  const moved = await shop.owner.query(
    `update users set deletion_due_at = deletion_due_at - interval '14 days' where id = $1`,
    [user.userId],
  );
  expect(moved.rowCount).toBe(1);
}

async function isErased(user: SignedIn): Promise<boolean> {
  const { rows } = await shop.owner.query<{ erased: boolean }>(
    'select erased_at is not null as erased from users where id = $1',
    [user.userId],
  );
  return rows[0]!.erased;
}

async function countErased(): Promise<number> {
  const { rows } = await shop.owner.query<{ erased: number }>(
    'select count(erased_at)::int as erased from users',
  );
  return rows[0]!.erased;
}

async function mailsTo(user: SignedIn): Promise<string[]> {
  const { rows } = await shop.owner.query<{ kind: string }>(
    'select kind from mails where user_id = $1 order by created_at',
    [user.userId],
  );
  return rows.map((row) => row.kind);
}

const move = (id: string, body: object) =>
  shop.call('PATCH', `/admin/shipments/${id}`, { as: moderator, body });

describe('requesting the deletion of an account', () => {
  test('sets the day two weeks ahead, signs out everywhere, and sends a mail', async () => {
    const user = await shop.signUp();
    const elsewhere = await signedInAgain(user);
    const dueAt = new Date(await left(user)).getTime();
    expect(Math.abs(dueAt - Date.now() - 14 * 86_400_000)).toBeLessThan(60_000);

    for (const session of [user, elsewhere]) {
      const refused = await shop.call('GET', '/users/profile', { as: session });
      expect([refused.status, refused.body.error.code]).toEqual([401, 'UNAUTHORIZED']);
      const renewed = await shop.call('POST', '/auth/refresh', {
        body: { refresh_token: session.refreshToken },
      });
      expect(renewed.status).toBe(401);
    }
    const { rows } = await shop.owner.query<{ subject: string; text: string }>(
      `select subject, text from mails where user_id = $1 and kind = 'account_deletion'`,
      [user.userId],
    );
    const day = new Date(dueAt).toLocaleDateString('en-CA', { dateStyle: 'long', timeZone: 'UTC' });
    expect(rows).toHaveLength(1);
    expect(rows[0]!.subject).toBe(`Your Felt & Foil account will be deleted on ${day}`);
    expect(rows[0]!.text).toContain('press Keep my account');
    expect(rows[0]!.text).toContain('/auth?mode=login&redirect=/my-account');
  });

  test('requires the right password; a wrong one changes nothing', async () => {
    const user = await shop.signUp();
    const refused = await leave(user, { password: 'wrong horse' });
    expect([refused.status, refused.body.error]).toEqual([
      401,
      { code: 'INVALID_CREDENTIALS', message: 'Invalid password. Please try again.' },
    ]);
    expect((await leave(user, {})).body.error.message).toBe('Password is required');
    expect((await profileOf(user)).deletionDueAt).toBeNull();
    expect(await mailsTo(user)).toEqual(['verify_email']);
  });

  test('does not let anybody guess passwords in an open session', async () => {
    await holdClock(limited);
    const user = await limited.signUp();
    const tries = [];
    for (let times = 0; times < 6; times += 1) {
      const body = { password: `wrong ${times}` };
      tries.push(await limited.call('DELETE', '/users/profile', { as: user, body }));
    }
    expect(tries.map((one) => one.status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(tries.at(-1)!.body.error.code).toBe('RATE_LIMITED');
  });

  test('requires the second factor if one is on, and not during its set-up', async () => {
    const [guarded, settingUp] = [await shop.signUp(), await shop.signUp()];
    await verifyAddress(shop, guarded);
    await verifyAddress(shop, settingUp);
    const begin = (as: SignedIn) =>
      shop.call<{ secret: string }>('POST', '/users/two-factor', { as, body: {} });
    const { secret } = (await begin(guarded)).body.data;
    const { recoveryCodes } = (
      await shop.call<{ recoveryCodes: string[] }>('POST', '/users/two-factor/confirm', {
        as: guarded,
        body: { code: generateSync({ secret }) },
      })
    ).body.data;
    const leaveWith = (code?: string) => leave(guarded, { password: PASSWORD, code });
    const refused = await leaveWith();
    expect([refused.status, refused.body.error.code]).toEqual([403, 'TWO_FACTOR_REQUIRED']);
    const wrong = await leaveWith('ABCDE-FGHJK');
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'INVALID_CODE']);
    expect((await profileOf(guarded)).deletionDueAt).toBeNull();
    expect((await leaveWith(recoveryCodes[0])).status).toBe(200);

    await begin(settingUp);
    await left(settingUp);
  });

  test('again, after signing in again, keeps the first day and sends no second mail', async () => {
    const user = await shop.signUp();
    const first = await left(user);
    const again = await signedInAgain(user);
    expect(await left(again)).toBe(first);
    expect((await mailsTo(user)).filter((kind) => kind === 'account_deletion')).toHaveLength(1);
  });
});

describe('coming back within two weeks', () => {
  test('shows when the account ends, and lets the user keep it', async () => {
    const user = await shop.signUp(12);
    const dueAt = await left(user);
    const response = await login(user.email);
    expect(response.body.data.user.deletionDueAt).toBe(dueAt);
    const back = await signedInAgain(user);
    expect((await profileOf(back)).deletionDueAt).toBe(dueAt);
    expect((await standingOf(back)).deletionDueAt).toBe(dueAt);

    const stayed = await stay(back);
    expect([stayed.status, stayed.body.data]).toEqual([
      200,
      expect.objectContaining({ id: user.userId, account_balance: 12, deletionDueAt: null }),
    ]);
    expect((await login(user.email)).body.data.user).not.toHaveProperty('deletionDueAt');
    expect(await mailsTo(user)).toEqual(['verify_email', 'account_deletion', 'account_kept']);
    // The second call finds no pending deletion, so it sends no mail.
    expect((await stay(back)).status).toBe(200);
    expect(await mailsTo(user)).toHaveLength(3);
  });

  test('at the last moment, the job finds nothing to do', async () => {
    const user = await shop.signUp();
    await left(user);
    await letTimePass(user);
    const back = await signedInAgain(user);
    await Promise.all([stay(back), eraseAccounts(shop.context)]);
    // The user's call and the job run at the same time. The first of them decides for good whether the account is
    // erased.
    const wasErased = await isErased(user);
    await eraseAccounts(shop.context);
    expect(await isErased(user)).toBe(wasErased);
    expect((await login(user.email)).status).toBe(wasErased ? 401 : 200);
  });
});

describe('an account can’t be deleted', () => {
  test('while a card payment is undecided', async () => {
    const user = await shop.signUp();
    const intent = await begunPayment(shop, user, packTypeId);
    expect((await standingOf(user)).obligations).toEqual([
      {
        kind: 'payment',
        id: expect.any(String),
        shipmentState: null,
        description: expect.any(String),
        amount: intent.amount,
        since: expect.any(String),
      },
    ]);
    const refused = await leave(user);
    expect([refused.status, refused.body.error]).toEqual([
      409,
      {
        code: 'INVALID_TRANSITION',
        message: "Your account can't be deleted yet: 1 card payment is not decided.",
        details: [expect.objectContaining({ kind: 'payment' })],
      },
    ]);
    expect((await profileOf(user)).deletionDueAt).toBeNull();
    await shop.owner.query('update payments set expires_at = shop_now() where user_id = $1', [
      user.userId,
    ]);
    await releaseReservations(shop.context);
    await left(user);
  });

  test('while a refund is on its way to a card', async () => {
    const user = await shop.signUp();
    const intent = await begunPayment(shop, user, packTypeId);
    await confirm(shop, intent);
    await purchased(shop, user, intent.paymentIntentId);
    await postAll(shop);
    const { body } = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
      as: user,
    });
    const paying = shop.context.cardProvider;
    shop.context.cardProvider = {
      ...paying!,
      refund: async () => {
        throw new Rejection('UNAVAILABLE');
      },
    };
    await shop.call('POST', `/transactions/${body.data.transactions[0]!.id}/refund`, {
      as: user,
      body: { reason: 'Changed my mind' },
    });
    shop.context.cardProvider = paying;
    expect((await standingOf(user)).obligations).toMatchObject([
      { kind: 'refund', amount: intent.amount },
    ]);
    const refused = await leave(user);
    expect(refused.body.error.message).toBe(
      "Your account can't be deleted yet: 1 refund is on its way to your card.",
    );
    await reconcilePayments(shop.context);
    await left(user);
  });

  test('while a parcel is on its way, from the request until it arrives', async () => {
    const { user, items } = await ownerOfCards(shop, packTypeId);
    const { id } = await shipped(shop, user, items.slice(0, 2));
    for (const [step, state, words] of [
      [{ status: 'packed' }, 'requested', 'waits to be sent'],
      [
        { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 1' },
        'packed',
        'waits to be sent',
      ],
      [{ status: 'delivered' }, 'shipped', 'is on its way'],
    ] as const) {
      const refused = await leave(user);
      expect([refused.status, refused.body.error.message]).toEqual([
        409,
        `Your account can't be deleted yet: 1 shipment ${words}.`,
      ]);
      expect(await standingOf(user)).toMatchObject({
        obligations: [{ kind: 'shipment', shipmentState: state }],
      });
      expect((await move(id, step)).status).toBe(200);
    }
    await left(user);
  });

  test('before its user sees what they give up: credits, cards at their value, and unopened packs', async () => {
    const { user, items } = await ownerOfCards(shop, packTypeId, { packs: 2, credits: 7.5 });
    const intent = await begunPayment(shop, user, packTypeId);
    await confirm(shop, intent);
    await purchased(shop, user, intent.paymentIntentId);
    await postAll(shop);
    await shop.call('POST', '/cards/sell', {
      as: user,
      body: { cardId: items[0]!.card.id, packOpeningId: items[0]!.packOpeningId },
    });
    const held = items.slice(1).reduce((sum, item) => sum + Math.round(item.marketValue * 100), 0);
    expect(await standingOf(user)).toEqual({
      obligations: [],
      givenUp: {
        credits: 7.5 + items[0]!.sellPrice,
        availableCards: { count: 5, marketValue: held / 100 },
        lockedCards: { count: 0, marketValue: 0 },
        unopenedPacks: 1,
      },
      graceDays: 14,
      deletionDueAt: null,
    });
  });

  test('in the end, too: if cards were sent meanwhile, it is erased after they have arrived', async () => {
    const { user, items } = await ownerOfCards(shop, packTypeId);
    await left(user);
    const back = await signedInAgain(user);
    const { id } = await shipped(shop, back, items);
    await letTimePass(user);
    expect(await eraseAccounts(shop.context)).toEqual({ done: 0, failed: 0 });
    expect(await isErased(user)).toBe(false);
    await move(id, { status: 'packed' });
    await move(id, { status: 'shipped', carrier: 'Canada Post', trackingNumber: 'CP 1' });
    expect(await eraseAccounts(shop.context)).toEqual({ done: 0, failed: 0 });
    await move(id, { status: 'delivered' });
    expect(await eraseAccounts(shop.context)).toEqual({ done: 1, failed: 0 });
    expect(await isErased(user)).toBe(true);
  });
});

/** Lists the columns in which a text occurs, in all tables of the database. */
async function placesOf(needle: string): Promise<string[]> {
  const { rows: columns } = await shop.owner.query<{ place: string; query: string }>(
    `select format('%s.%s.%s', c.table_schema, c.table_name, c.column_name) as place,
       format('select count(*)::int as n from %I.%I where %I::text ilike $1', c.table_schema, c.table_name, c.column_name) as query
     from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')
       and c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'bytea')`,
  );
  expect(columns.length).toBeGreaterThan(80);
  const places: string[] = [];
  for (const { place, query } of columns) {
    const { rows } = await shop.owner.query<{ n: number }>(query, [`%${needle}%`]);
    if (rows[0]!.n > 0) places.push(place);
  }
  return places;
}

describe('an erased account', () => {
  const PERSON = {
    ip: '203.0.113.77',
    browser: 'Needlework/7.1',
    username: 'needle_and_thread',
    fullName: 'Persephone Quillfeather',
    phone: '+1 902 555 0177',
    line: '71 Lanternfish Crescent',
    city: 'Puddlemere',
    zip: 'Z9Z 9Z9',
    nickname: 'Quill card',
    note: 'Ms Quillfeather called',
  };

  /** Makes a user who has used everything in the shop. */
  async function busyPerson(): Promise<SignedIn> {
    const { user, items } = await ownerOfCards(shop, packTypeId, { credits: 80 });
    const seen = { 'x-forwarded-for': PERSON.ip, 'user-agent': PERSON.browser };
    const { body: signed } = await login(user.email, seen);
    const as = { ...user, accessToken: signed.data.access_token };
    const done: ShopResponse<unknown>[] = [];
    done.push(
      await shop.call('PUT', '/users/shipping', {
        as,
        body: {
          firstName: 'Persephone',
          lastName: 'Quillfeather',
          addressLine1: PERSON.line,
          city: PERSON.city,
          state: 'NS',
          zipCode: PERSON.zip,
          country: 'CA',
          phoneNumber: PERSON.phone,
        },
      }),
      await shop.call('PUT', '/users/settings/general', {
        as,
        body: { username: PERSON.username, autoShipThreshold: 5, privacyLevel: 'public' },
      }),
      await shop.call('PUT', '/users/settings/preferences', {
        as,
        body: { preferredCategories: ['magic'], emailNotifications: false },
      }),
      await shop.call('POST', '/transactions/payments', {
        as,
        body: { paymentMethodId: 'pm_card_visa', nickname: PERSON.nickname },
      }),
    );
    const shippingAddress = {
      ...ADDRESS,
      firstName: 'Persephone',
      lastName: 'Quillfeather',
      addressLine1: PERSON.line,
      city: PERSON.city,
      postalCode: PERSON.zip,
    };
    const { id } = await shipped(shop, as, items, { shippingAddress });
    for (const status of ['packed', 'shipped', 'delivered']) {
      const parcel =
        status === 'shipped' ? { carrier: 'Canada Post', trackingNumber: 'CP 177' } : {};
      done.push(await move(id, { status, ...parcel }));
    }
    const intent = await begunPayment(shop, as, packTypeId);
    await confirm(shop, intent);
    await purchased(shop, as, intent.paymentIntentId);
    await postAll(shop);
    const bought = await shop.call<{ transactions: { id: string }[] }>('GET', '/transactions', {
      as,
    });
    done.push(
      bought,
      await shop.call('PATCH', `/transactions/${bought.body.data.transactions[0]!.id}`, {
        as: admin,
        body: { metadata: { note: PERSON.note } },
      }),
      await shop.call('POST', `/admin/users/${user.userId}/notes`, {
        as: admin,
        key: randomUUID(),
        body: { text: PERSON.note },
      }),
      // This request has an Idempotency-Key, so its response is stored for a day.
      await shop.call('POST', '/users/credits', {
        as: admin,
        key: randomUUID(),
        body: { amount: 1, reason: 'Sorry for the wait' },
      }),
    );
    expect(done.map((response) => response.status)).toEqual(done.map(() => 200));
    await shop.owner.query(
      `insert into two_factors (user_id, sealed_secret, confirmed_at, last_step, created_at) values ($1, 'sealed', null, 0, now())`,
      [user.userId],
    );
    // This job failed because a mail server reported that it did not know the address.
    await shop.owner.query(
      `insert into pgboss.job (name, data, output)
       select 'send-mail', json_build_object('mailId', id), json_build_object('message', '550 unknown: ' || to_address)
       from mails where user_id = $1`,
      [user.userId],
    );
    await shop.owner.query(
      `insert into recovery_codes (user_id, code_hash) values ($1, 'recovery')`,
      [user.userId],
    );
    await shop.owner.query(
      `insert into idempotency_keys (user_id, key, fingerprint, reply) values ($1, 'k', 'f', $2)`,
      [user.userId, JSON.stringify({ shippingAddress })],
    );
    return as;
  }

  test('leaves no trace of its user anywhere, and the ledger unchanged', async () => {
    const user = await busyPerson();
    const needles = [...Object.values(PERSON), user.email, user.email.split('@')[0]!];
    for (const needle of needles) {
      expect([needle, await placesOf(needle)]).not.toEqual([needle, []]);
    }
    const ledger = async () => {
      const { rows } = await shop.owner.query(
        `select (select json_agg(t order by t::text) from transfers t where $1 in (debit_account_id, credit_account_id)) as transfers,
           (select json_agg(j order by j.id) from journals j where user_id::text = $1) as journals,
           (select json_agg(o order by o.id) from openings o where user_id::text = $1) as openings,
           (select json_agg(r order by r.id) from orders r where user_id::text = $1) as orders,
           (select balance from ledger_accounts where owner_id::text = $1) as balance`,
        [user.userId],
      );
      return rows[0];
    };
    const before = await ledger();
    const cards = async () => {
      const { rows } = await shop.owner.query(
        'select from payments where user_id = $1 and card_fingerprint is not null',
        [user.userId],
      );
      return rows.length;
    };
    expect(await cards()).toBe(1);

    await left(user);
    await letTimePass(user);
    expect(await eraseAccounts(shop.context)).toEqual({ done: 1, failed: 0 });

    expect(await cards()).toBe(0);
    for (const needle of needles) expect([needle, await placesOf(needle)]).toEqual([needle, []]);
    expect(await ledger()).toEqual(before);
    const { rows } = await shop.owner.query(
      `select email, username, password_hash, role, full_name, phone_number, address_line_1, city, state, zip_code,
         country, preferences, auto_ship_threshold, default_shipping_method, privacy_level, email_verified_at
       from users where id = $1`,
      [user.userId],
    );
    expect(rows).toEqual([
      expect.objectContaining({
        email: `erased-${user.userId}@erased.invalid`,
        username: 'erased',
        role: 'user',
        full_name: null,
        country: null,
        auto_ship_threshold: null,
        privacy_level: 'private',
        preferences: expect.objectContaining({
          emailNotifications: true,
          preferredCategories: [],
        }),
      }),
    ]);
    const remaining = await shop.owner.query(
      `select
         (select count(*)::int from two_factors where user_id = $1) as factors,
         (select count(*)::int from recovery_codes where user_id = $1) as codes,
         (select count(*)::int from one_time_codes where user_id = $1) as one_time_codes,
         (select count(*)::int from payment_methods where user_id = $1) as cards,
         (select count(*)::int from sessions where user_id = $1 and ended_at is null) as sessions,
         (select count(*)::int from sandbox.objects where kind = 'payment_method' and body->>'customer' in
           (select o.id from sandbox.objects o where o.body->'metadata'->>'user_id' = $1::text)) as cards_at_provider`,
      [user.userId],
    );
    expect(remaining.rows).toEqual([
      { factors: 0, codes: 0, one_time_codes: 0, cards: 0, sessions: 0, cards_at_provider: 0 },
    ]);
  });

  test('has no file of an invoice any more, and gets none with a name', async () => {
    const user = await busyPerson();
    await numberAllDocuments(shop.context);
    const { rows: documents } = await shop.owner.query<{ id: string }>(
      `select j.id from journals j join documents d on d.journal_id = j.id where j.user_id = $1`,
      [user.userId],
    );
    const files = async () => {
      const { rows } = await shop.owner.query(
        'select journal_id from document_files where journal_id = any ($1)',
        [documents.map(({ id }) => id)],
      );
      return rows.length;
    };
    const pdfOf = async (as: SignedIn, id: string) => {
      const { statusCode, rawPayload } = await shop.app.inject({
        url: `/api/transactions/${id}/receipt.pdf`,
        headers: { authorization: `Bearer ${as.accessToken}` },
      });
      expect(statusCode).toBe(200);
      const pdf = await getDocumentProxy(new Uint8Array(rawPayload));
      return (await extractText(pdf, { mergePages: true })).text;
    };
    const session = await signedInAgain(user);
    const before: string[] = [];
    for (const { id } of documents) before.push(await pdfOf(session, id));
    expect(before.join(' ')).toContain(PERSON.fullName);
    expect(await files()).toBe(documents.length);

    await left(user);
    await letTimePass(user);
    await eraseAccounts(shop.context);
    expect(await files()).toBe(0);
    for (const { id } of documents) {
      const text = await pdfOf(admin, id);
      expect(text).toContain('Invoice');
      expect(text).not.toContain(PERSON.fullName);
    }
    expect(await files()).toBe(0);
    const late = `insert into document_files (journal_id, pdf) values ('${documents[0]!.id}', 'x')`;
    await expect(shop.owner.query(late)).rejects.toThrow('An erased account has no files');
    await shop.owner.query(`begin; set local session_replication_role = replica; ${late}; commit`);
    const counts = await countViolations(shop.context);
    expect(counts.find((row) => row.violations > 0)).toMatchObject({
      invariant: 'erased_account_says_nothing',
    });
    await shop.owner.query('delete from document_files');
  });

  test('can’t be signed in to, and its address is free for a new account', async () => {
    const user = await shop.signUp(3);
    await left(user);
    const session = await signedInAgain(user);
    await letTimePass(user);
    expect(await eraseAccounts(shop.context)).toEqual({ done: 1, failed: 0 });
    const refused = await login(user.email);
    expect([refused.status, refused.body.error.code]).toEqual([401, 'INVALID_CREDENTIALS']);
    expect((await shop.call('GET', '/users/profile', { as: session })).status).toBe(401);
    const address = `erased-${user.userId}@erased.invalid`;
    for (const password of [PASSWORD, 'erased']) {
      const body = { email: address, password };
      expect((await shop.call('POST', '/auth/login', { body })).status).toBe(401);
    }
    const exists = await shop.call<{ exists: boolean }>('POST', '/auth/check-email', {
      body: { email: user.email },
    });
    expect(exists.body.data.exists).toBe(false);
    const again = await shop.call<SignedInReply>('POST', '/auth/register', {
      body: { email: user.email, password: PASSWORD },
    });
    expect(again.status).toBe(200);
    expect(again.body.data.user.id).not.toBe(user.userId);
  });

  test('can’t be signed in to with the password at that very moment', async () => {
    const user = await shop.signUp();
    await left(user);
    await letTimePass(user);
    const seen = { 'x-forwarded-for': '198.51.100.9', 'user-agent': 'Lastminute/1.0' };
    const [run, ...responses] = await Promise.all([
      eraseAccounts(shop.context),
      ...Array.from({ length: 20 }, () => login(user.email, seen)),
    ]);
    expect(run.done).toBe(1);
    for (const { status } of responses) expect([200, 401]).toContain(status);
    const { rows } = await shop.owner.query(
      `select 1 from sessions where user_id = $1 and (ended_at is null or ip <> '' or user_agent <> '')`,
      [user.userId],
    );
    expect(rows).toEqual([]);
    expect(await placesOf('Lastminute')).toEqual([]);
  });

  test('waits while the card provider can’t delete its cards', async () => {
    const user = await shop.signUp();
    await shop.call('POST', '/transactions/payments', {
      as: user,
      body: { paymentMethodId: 'pm_card_visa' },
    });
    await left(user);
    await letTimePass(user);
    const reachable = shop.context.cardProvider!;
    const away = {
      ...reachable,
      forgetCard: async () => {
        throw new Error('away');
      },
    };
    const silent = { ...shop.context.log, error: () => {} } as never;
    const run = await eraseAccounts({ ...shop.context, log: silent, cardProvider: away });
    expect(run).toEqual({ done: 0, failed: 1 });
    expect(await isErased(user)).toBe(false);
    expect(await eraseAccounts(shop.context)).toEqual({ done: 1, failed: 0 });
  });

  test.each(['order', 'top_up'])(
    'gets nothing for late money: all of it is refunded to the card (%s)',
    async (purpose) => {
      const user = await shop.signUp();
      const paying = shop.context.cardProvider!;
      // The provider creates the payment intent, but its response is lost. So the shop gives up the payment when it
      // expires.
      shop.context.cardProvider = {
        ...paying,
        createIntent: async (charge) => {
          await paying.createIntent(charge);
          throw new Rejection('UNAVAILABLE');
        },
      };
      const begun =
        purpose === 'order'
          ? await beginPayment(shop, user, packTypeId)
          : await shop.call('POST', '/transactions/credits', {
              as: user,
              body: { amount: 20, paymentMethod: 'stripe' },
            });
      shop.context.cardProvider = paying;
      expect(begun.status).toBe(503);
      await shop.owner.query('update payments set expires_at = shop_now() where user_id = $1', [
        user.userId,
      ]);
      await releaseReservations(shop.context);
      await left(user);
      await letTimePass(user);
      await eraseAccounts(shop.context);
      expect(await isErased(user)).toBe(true);

      const { rows } = await shop.owner.query<{ id: string; client_secret: string }>(
        `select id, body->>'client_secret' as client_secret from sandbox.objects
         where kind = 'payment_intent' and body->'metadata'->>'user_id' = $1`,
        [user.userId],
      );
      const { id: paymentIntentId, client_secret: clientSecret } = rows[0]!;
      await confirm(shop, { paymentIntentId, clientSecret });
      await postAll(shop);
      const { rows: after } = await shop.owner.query(
        `select y.state, f.state as refund, f.amount = y.amount as is_all, a.balance::int
         from payments y join refunds f on f.payment_id = y.id join ledger_accounts a on a.owner_id = y.user_id
         where y.user_id = $1`,
        [user.userId],
      );
      expect(after).toEqual([{ state: 'refunded', refund: 'paid', is_all: true, balance: 0 }]);
    },
  );

  test('gets no mail about a refund that its bank returns afterwards', async () => {
    const user = await shop.signUp();
    const { body } = await beginPayment(shop, user, packTypeId);
    await confirm(shop, body.data, { payment_method: 'pm_card_refundFail' });
    await postAll(shop);
    const { body: list } = await shop.call<{ transactions: { id: string }[] }>(
      'GET',
      '/transactions',
      { as: user },
    );
    await shop.call('POST', `/transactions/${list.data.transactions[0]!.id}/refund`, {
      as: user,
      body: { reason: 'Leaving' },
    });
    await left(user);
    await letTimePass(user);
    await eraseAccounts(shop.context);
    expect(await isErased(user)).toBe(true);
    await shop.sandbox.finishRefunds();
    await postAll(shop);
    const { rows } = await shop.owner.query(
      `select f.state, (select count(*)::int from mails m where m.user_id = y.user_id or m.kind = 'refund_failed') as mails
       from refunds f join payments y on y.id = f.payment_id where y.user_id = $1`,
      [user.userId],
    );
    expect(rows).toEqual([{ state: 'failed', mails: 0 }]);
  });

  test('is erased once, by the first process, and not before its day', async () => {
    const users = [await shop.signUp(), await shop.signUp(), await shop.signUp()];
    for (const user of users) await left(user);
    expect(await eraseAccounts(shop.context)).toEqual({ done: 0, failed: 0 });
    for (const user of users) await letTimePass(user);
    // If the shop is stopping, it leaves the accounts to another process.
    await expect(eraseAccounts(shop.context, AbortSignal.abort())).rejects.toThrow('aborted');
    const runs = await Promise.all(Array.from({ length: 4 }, () => eraseAccounts(shop.context)));
    expect(runs.reduce((sum, run) => sum + run.done, 0)).toBe(3);
    expect(runs.every((run) => run.failed === 0)).toBe(true);
  });

  test('is erased by the command line as at another time, by two processes once', async () => {
    const user = await shop.signUp();
    const due = new Date(await left(user));
    const at = (ms: number) => new Date(due.getTime() + ms).toISOString();
    const job = ['jobs', 'run', 'erase-accounts', '--at'];
    expect((await runShopCommand(shop.url, [...job, at(-600_000)])).code).toBe(0);
    expect(await isErased(user)).toBe(false);
    const before = await countErased();
    const outcomes = await Promise.all([
      runShopProcess(shop.url, [...job, at(60_000)]),
      runShopProcess(shop.url, [...job, at(60_000)]),
    ]);
    const counted = outcomes.map(({ out }) => Number(/^(\d+) done/.exec(out)?.[1] ?? 0));
    expect(counted[0]! + counted[1]!).toBe((await countErased()) - before);
    expect(await isErased(user)).toBe(true);
  });

  test('that still identified its user would be counted by the audit', async () => {
    const user = await shop.signUp();
    await left(user);
    await letTimePass(user);
    await eraseAccounts(shop.context);
    const violations = async () => {
      const counts = await countViolations(shop.context);
      return counts.find((row) => row.invariant === 'erased_account_says_nothing')?.violations;
    };
    expect(await violations()).toBe(0);
    await shop.owner.query(`update users set city = 'Halifax' where id = $1`, [user.userId]);
    expect(await violations()).toBe(1);
    await shop.owner.query('update users set city = null where id = $1', [user.userId]);
    expect(await violations()).toBe(0);
  });

  test('starts no card payment with an earlier session', async () => {
    const user = await shop.signUp();
    await left(user);
    expect((await beginPayment(shop, user, packTypeId)).status).toBe(401);
  });
});

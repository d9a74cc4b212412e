import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { giveCredits, saveAddress, showSettings } from '#contract/profile.ts';
import type * as z from 'zod/mini';
import { useTestApp, type SignedIn } from '../../testing/app.ts';

type Given = z.input<typeof giveCredits.reply>;
type Shown = z.input<typeof showSettings.reply>;

const shop = useTestApp();
let admin: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

async function balanceOf(user: SignedIn): Promise<number> {
  const { body } = await shop.call<{ account_balance: number }>('GET', '/users/credits', {
    as: user,
  });
  return body.data.account_balance;
}

async function settingsOf(user: SignedIn): Promise<Shown> {
  return (await shop.call<Shown>('GET', '/users/settings', { as: user })).body.data;
}

describe('a user’s balance', () => {
  test('is in CAD', async () => {
    const user = await shop.signUp(12.34);
    const { status, body } = await shop.call('GET', '/users/credits', { as: user });
    expect([status, body.data]).toEqual([
      200,
      { account_balance: 12.34, bought: 0, earned: 12.34, currency: 'CAD' },
    ]);
  });

  test.each(['/users/credits', '/users/settings'])(
    '%s is visible to admins and to nobody else',
    async (path) => {
      const [user, other] = [await shop.signUp(), await shop.signUp()];
      const of = (id: string) => `${path}?userId=${id}`;
      expect((await shop.call('GET', of(user.userId), { as: user })).status).toBe(200);
      const refused = await shop.call('GET', of(user.userId), { as: other });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
      expect((await shop.call('GET', of(user.userId), { as: admin })).status).toBe(200);
      const nobody = await shop.call('GET', of(randomUUID()), { as: admin });
      expect([nobody.status, nobody.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
      const nonsense = await shop.call('GET', of('x'), { as: admin });
      expect([nonsense.status, nonsense.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    },
  );
});

describe('giving credits', () => {
  const give = (as: SignedIn, to: string, body: unknown, key?: string) =>
    shop.call<Given>('POST', `/users/credits?userId=${to}`, {
      as,
      body,
      ...(key === undefined ? {} : { key }),
    });

  test('raises a balance, and is recorded as a bonus', async () => {
    const user = await shop.signUp(1);
    const { status, body } = await give(admin, user.userId, { amount: 25.5, reason: ' Sorry ' });
    expect(status).toBe(200);
    expect(body.data.account_balance).toBe(26.5);
    expect(body.data.transaction).toMatchObject({
      userId: user.userId,
      type: 'bonus_credit',
      amount: 25.5,
      currency: 'CAD',
      status: 'completed',
      description: 'Sorry',
      paymentMethod: 'balance',
    });
    expect(await balanceOf(user)).toBe(26.5);
  });

  test('sent twice with one key gives once', async () => {
    const user = await shop.signUp();
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () =>
        give(admin, user.userId, { amount: 10, reason: 'Prize' }, key),
      ),
    );
    expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
    expect(await balanceOf(user)).toBe(10);
  });

  test('is only for admins, to an existing user', async () => {
    const user = await shop.signUp();
    const moderator = await shop.signUp({ role: 'moderator' });
    for (const who of [user, moderator]) {
      const refused = await give(who, who.userId, { amount: 1, reason: 'For me' });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'FORBIDDEN']);
    }
    const nobody = await give(admin, randomUUID(), { amount: 1, reason: 'x' });
    expect([nobody.status, nobody.body.error.code]).toEqual([404, 'USER_NOT_FOUND']);
    expect(await balanceOf(user)).toBe(0);
  });

  test.each([
    [{ amount: 0, reason: 'x' }, 'Amount must be between 0.01 and 10000'],
    [{ amount: -5, reason: 'x' }, 'Amount must be between 0.01 and 10000'],
    [{ amount: 10_000.01, reason: 'x' }, 'Amount must be between 0.01 and 10000'],
    [{ amount: 1.005, reason: 'x' }, 'Amounts have at most two decimal places'],
    [{ amount: '5', reason: 'x' }, 'Amount must be a number'],
    [{ amount: 5 }, 'Reason is required'],
    [{ amount: 5, reason: '  ' }, 'Reason is required'],
  ])('%j is refused with a message', async (body, message) => {
    const response = await give(admin, admin.userId, body);
    expect([response.status, response.body.error.message]).toEqual([400, message]);
  });

  test('accepts the smallest and the largest amount', async () => {
    const user = await shop.signUp();
    await give(admin, user.userId, { amount: 0.01, reason: 'Least' });
    await give(admin, user.userId, { amount: 10_000, reason: 'Most' });
    expect(await balanceOf(user)).toBe(10_000.01);
  });
});

describe('preferences', () => {
  const put = (user: SignedIn, body: unknown) =>
    shop.call<Shown['preferences']>('PUT', '/users/settings/preferences', { as: user, body });

  test('start with the usual choices', async () => {
    expect(await settingsOf(await shop.signUp())).toMatchObject({
      preferences: {
        packRecommendations: true,
        emailNotifications: true,
        smsNotifications: false,
        autoConvertExpiredCards: true,
        preferredCategories: [],
        currency: 'CAD',
        language: 'en',
      },
    });
  });

  test('that are sent change, the others stay, and all are returned', async () => {
    const user = await shop.signUp();
    const first = await put(user, { emailNotifications: false, preferredCategories: ['magic'] });
    expect(first.body.data).toMatchObject({
      emailNotifications: false,
      preferredCategories: ['magic'],
      packRecommendations: true,
    });
    const second = await put(user, { packRecommendations: false });
    expect(second.body.data).toMatchObject({
      emailNotifications: false,
      packRecommendations: false,
    });
    expect((await settingsOf(user)).preferences).toEqual(second.body.data);
  });

  test('that are changed at the same moment are all stored', async () => {
    const user = await shop.signUp();
    await Promise.all([
      put(user, { emailNotifications: false }),
      put(user, { packRecommendations: false }),
      put(user, { smsNotifications: true }),
      put(user, { autoConvertExpiredCards: false }),
    ]);
    expect((await settingsOf(user)).preferences).toMatchObject({
      emailNotifications: false,
      packRecommendations: false,
      smsNotifications: true,
      autoConvertExpiredCards: false,
    });
  });

  test('accept nothing but preferences', async () => {
    const user = await shop.signUp();
    for (const body of [
      { currency: 'USD' },
      { language: 'fr' },
      { emailNotifications: 'yes' },
      { preferredCategories: 'magic' },
      { preferredCategories: Array.from({ length: 21 }, () => 'magic') },
    ]) {
      const response = await put(user, body);
      expect([response.status, response.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const before = await settingsOf(user);
    expect((await put(user, { role: 'admin', account_balance: 1000 })).status).toBe(200);
    expect(await settingsOf(user)).toEqual(before);
  });
});

describe('settings', () => {
  const put = (user: SignedIn, body: unknown) =>
    shop.call<Shown['settings']>('PUT', '/users/settings/general', { as: user, body });

  test('that are sent change, the others stay, and all are returned', async () => {
    const user = await shop.signUp();
    const first = await put(user, {
      fullName: ' Ada Lovelace ',
      username: 'ada',
      phoneNumber: '+1 416 555 0100',
      autoShipThreshold: 49.99,
      defaultShippingMethod: 'standard',
      privacyLevel: 'public',
    });
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        fullName: 'Ada Lovelace',
        username: 'ada',
        phoneNumber: '+1 416 555 0100',
        twoFactorEnabled: false,
        autoShipThreshold: 49.99,
        defaultShippingMethod: 'standard',
        privacyLevel: 'public',
      },
    ]);
    const second = await put(user, { privacyLevel: 'private' });
    expect(second.body.data).toEqual({ ...first.body.data, privacyLevel: 'private' });
    expect((await settingsOf(user)).settings).toEqual(second.body.data);
    const profile = await shop.call('GET', '/users/profile', { as: user });
    expect(profile.body.data).toMatchObject({ fullName: 'Ada Lovelace', username: 'ada' });
  });

  test('are cleared by an empty value', async () => {
    const user = await shop.signUp();
    await put(user, { fullName: 'Ada', phoneNumber: '1', autoShipThreshold: 5 });
    const { body } = await put(user, { fullName: '', phoneNumber: null, autoShipThreshold: null });
    expect(body.data).toMatchObject({ fullName: null, phoneNumber: null, autoShipThreshold: null });
  });

  test.each([
    'a\r\nSet-Cookie: x',
    'gpj.\u202egnp.exe',
    'a\u0000b',
    'a\u009b2J',
    'a\u2028b',
    'a\u200fb',
  ])('accept no name that others would see differently: %j', async (name) => {
    const as = await shop.signUp();
    for (const field of ['username', 'fullName', 'phoneNumber']) {
      const body = { [field]: name };
      const response = await put(as, body);
      expect([field, response.status, response.body.error?.code]).toEqual([
        field,
        400,
        'VALIDATION_ERROR',
      ]);
    }
    const body = { username: 'Zoë 山田 👩‍🚀', fullName: 'Νίκος O’Brien' };
    expect((await put(as, body)).status).toBe(200);
  });

  test('don’t include fields that users may not set', async () => {
    const user = await shop.signUp();
    const before = await settingsOf(user);
    const response = await put(user, {
      twoFactorEnabled: true,
      role: 'admin',
      email: 'a@b.co',
      email_verified_at: '2020-01-01T00:00:00Z',
    });
    expect(response.status).toBe(200);
    expect(await settingsOf(user)).toEqual(before);
    const { rows } = await shop.owner.query(
      'select role, email, email_verified_at from users where id = $1',
      [user.userId],
    );
    expect(rows).toEqual([{ role: 'user', email: user.email, email_verified_at: null }]);
  });

  test.each([
    [{ username: ' ' }, 'Username is required'],
    [{ fullName: 'x'.repeat(101) }, 'Full name must be at most 100 characters long'],
    [{ defaultShippingMethod: 'express' }, 'Shipping method must be standard'],
    [{ privacyLevel: 'secret' }, 'Privacy level must be one of private, friends, public'],
    [{ autoShipThreshold: -1 }, 'Amount must be between 0 and 1000000'],
  ])('%j is refused with a message', async (body, message) => {
    const response = await put(await shop.signUp(), body);
    expect([response.status, response.body.error.message]).toEqual([400, message]);
  });
});

describe('the address', () => {
  const ADDRESS = {
    firstName: 'Ada',
    lastName: 'King Lovelace',
    addressLine1: '12 St James Square',
    city: 'London',
    state: 'Greater London',
    zipCode: 'SW1Y 4JH',
    country: 'gb',
    phoneNumber: '+44 20 7946 0000',
  };
  const put = (user: SignedIn, body: object) =>
    shop.call<z.input<typeof saveAddress.reply>>('PUT', '/users/shipping', { as: user, body });

  test('is saved, with joined names, and returned with the profile', async () => {
    const user = await shop.signUp(3);
    const { status, body } = await put(user, { ...ADDRESS, city: ' London ' });
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        id: user.userId,
        account_balance: 3,
        fullName: 'Ada King Lovelace',
        addressLine1: '12 St James Square',
        city: 'London',
        state: 'Greater London',
        zipCode: 'SW1Y 4JH',
        country: 'GB',
        phoneNumber: '+44 20 7946 0000',
      }),
    ]);
    const profile = await shop.call('GET', '/users/profile', { as: user });
    expect(profile.body.data).toEqual(body.data);
  });

  test.each(['12 Elm \u202eteertS', '12 Elm\u009b2J', '12 Elm\u2028Street'])(
    'accepts no line that operators would read differently: %j',
    async (line) => {
      const user = await shop.signUp();
      for (const field of ['addressLine1', 'city', 'state']) {
        const { status, body } = await put(user, { ...ADDRESS, [field]: line });
        expect([field, status, body.error?.code]).toEqual([field, 400, 'VALIDATION_ERROR']);
      }
    },
  );

  test('does not change name and phone if they are omitted; an empty phone clears', async () => {
    const user = await shop.signUp();
    await put(user, ADDRESS);
    const { firstName: _first, lastName: _last, phoneNumber: _phone, ...bare } = ADDRESS;
    expect((await put(user, { ...bare, city: 'Leeds' })).body.data).toMatchObject({
      fullName: 'Ada King Lovelace',
      phoneNumber: '+44 20 7946 0000',
      city: 'Leeds',
    });
    expect(
      (await put(user, { ...bare, firstName: '', lastName: ' ', phoneNumber: '' })).body.data,
    ).toMatchObject({ fullName: 'Ada King Lovelace', phoneNumber: null });
    expect((await put(user, { ...bare, firstName: 'Cher', lastName: '' })).body.data).toMatchObject(
      { fullName: 'Cher' },
    );
  });

  test('needs no state and no postal code in a country without them', async () => {
    const user = await shop.signUp();
    expect((await put(user, { ...ADDRESS, state: '' })).status).toBe(200);
    const there = { ...ADDRESS, country: 'HK', city: 'Kowloon', state: '', zipCode: '' };
    const { status, body } = await put(user, there);
    expect([status, body.data.state, body.data.zipCode]).toEqual([200, '', '']);
    const here = await put(user, { ...ADDRESS, country: 'CA', state: '', zipCode: '' });
    expect([here.status, here.body.error.details]).toMatchObject([
      400,
      [
        { path: 'state', message: 'state is required' },
        { path: 'zipCode', message: 'zip code is required' },
      ],
    ]);
  });

  test.each([
    [{ addressLine1: '' }, 'address line 1 is required', 'addressLine1'],
    [{ city: '  ' }, 'city is required', 'city'],
    [{ state: undefined }, 'state is required', 'state'],
    [{ zipCode: '' }, 'zip code is required', 'zipCode'],
    [{ zipCode: '12' }, 'Invalid postal code format', 'zipCode'],
    [{ zipCode: '12345678901' }, 'Invalid postal code format', 'zipCode'],
    [{ zipCode: '12_45' }, 'Invalid postal code format', 'zipCode'],
    [{ country: '' }, 'country is required', 'country'],
    [{ country: 'CAN' }, 'country must be two letters', 'country'],
    [{ country: 'XX' }, 'country must be two letters of a country', 'country'],
    [{ city: 'x'.repeat(101) }, 'city must be at most 100 characters long', 'city'],
    [
      { firstName: 'x'.repeat(60), lastName: 'y'.repeat(60) },
      'Full name must be at most 100 characters long',
      'firstName',
    ],
  ])('%j is refused with a message, and nothing is saved', async (change, message, path) => {
    const user = await shop.signUp();
    const { status, body } = await put(user, { ...ADDRESS, ...change });
    expect([status, body.error.code, body.error.message]).toEqual([
      400,
      'VALIDATION_ERROR',
      message,
    ]);
    expect(body.error.details).toContainEqual({ path, message });
    const profile = await shop.call<{ city: null }>('GET', '/users/profile', { as: user });
    expect(profile.body.data.city).toBeNull();
  });
});

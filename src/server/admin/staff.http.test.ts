// Tests roles that are made in the shop, invitations, and what happens to people who lose a right.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { eraseAccounts } from '../profile/erase-accounts.ts';
import { ownerOfCards, shipped } from '../../testing/shipments.ts';
import { singlesOnSale } from '../../testing/singles.ts';
import { stockPackType } from '../../testing/stock.ts';
import { useTestApp, type ShopResponse, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp({}, { cards: true });
let admin: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
});

type Staff = {
  people: {
    email: string;
    role: string;
    staffRole: { name: string } | null;
    rights: string[];
    sessions: number;
    lastSignInAt: string | null;
  }[];
  roles: { id: string; name: string; rights: string[]; people: number }[];
  invitations: { id: string; email: string }[];
};

const call = (method: string, path: string, body?: unknown, as = admin) =>
  shop.call<{ id: string; role: string; rights?: string[] }>(method, path, { as, body });
const staff = async () => (await shop.call<Staff>('GET', '/admin/staff', { as: admin })).body.data;
const codeOf = ({ status, body }: ShopResponse<unknown>) => [
  status,
  body.success ? null : body.error.code,
];
const makeRole = async (name: string, rights: string[]) =>
  (await call('POST', '/admin/staff/roles', { name, rights })).body.data;
const mayList = async (path: string, as: SignedIn) => (await shop.call('GET', path, { as })).status;

test('the owner makes a role, renames it and removes it again', async () => {
  const made = await makeRole('Weekend', ['support']);
  expect(
    codeOf(await call('POST', '/admin/staff/roles', { name: 'weekend', rights: ['support'] })),
  ).toEqual([400, 'VALIDATION_ERROR']);
  expect(
    codeOf(await call('POST', '/admin/staff/roles', { name: 'Owner', rights: ['owner'] })),
  ).toEqual([400, 'VALIDATION_ERROR']);
  expect(codeOf(await call('POST', '/admin/staff/roles', { name: 'None', rights: [] }))).toEqual([
    400,
    'VALIDATION_ERROR',
  ]);
  const path = `/admin/staff/roles/${made.id}`;
  expect(
    (await call('PUT', path, { name: 'Saturday', rights: ['support', 'packing'] })).body.data,
  ).toEqual({
    id: made.id,
    name: 'Saturday',
    rights: ['packing', 'support'],
    people: 0,
  });
  expect((await call('DELETE', path)).status).toBe(200);
  expect((await staff()).roles).toEqual([]);
  expect(codeOf(await call('DELETE', path))).toEqual([404, 'NOT_FOUND']);
  expect(codeOf(await call('PUT', path, { name: 'Sunday', rights: ['support'] }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});

test('somebody is invited by mail, accepts with the proven address, and does only their work', async () => {
  const role = await makeRole('Parcels', ['packing']);
  const invite = { role: 'staff', staffRoleId: role.id };
  const person = await shop.signUp();
  const invitation = await call('POST', '/admin/staff/invitations', {
    email: person.email.toUpperCase(),
    ...invite,
  });
  expect([invitation.status, invitation.body.data]).toMatchObject([200, { isMailSent: false }]);
  const { rows: mails } = await shop.owner.query<{ text: string }>(
    `select text from mails where kind = 'staff_invitation' and to_address = $1`,
    [person.email],
  );
  expect(mails.map(({ text }) => text)).toEqual([
    expect.stringMatching(/“Parcels”[^]*\/invitation/),
  ]);
  expect((await staff()).invitations).toMatchObject([
    { email: person.email, staffRole: { name: 'Parcels' } },
  ]);
  // A role can't be deleted while somebody is invited to it.
  expect(codeOf(await call('DELETE', `/admin/staff/roles/${role.id}`))).toEqual([
    409,
    'INVALID_TRANSITION',
  ]);

  const other = await shop.signUp({ role: 'user' });
  expect((await call('GET', '/users/invitation', undefined, other)).body.data).toBeNull();
  expect(codeOf(await call('POST', '/users/invitation', undefined, other))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  expect((await call('GET', '/users/invitation', undefined, person)).body.data).toMatchObject({
    roleName: 'Parcels',
    rights: ['packing'],
  });
  expect(codeOf(await call('POST', '/users/invitation', undefined, person))).toEqual([
    403,
    'EMAIL_NOT_VERIFIED',
  ]);
  await shop.owner.query('update users set email_verified_at = now() where id = $1', [
    person.userId,
  ]);
  const accepted = await shop.call<{ user: object }>('POST', '/users/invitation', { as: person });
  expect(accepted.body.data.user).toMatchObject({ role: 'staff', rights: ['packing'] });
  expect((await call('GET', '/users/profile', undefined, person)).body.data).toMatchObject({
    role: 'staff',
    rights: ['packing'],
  });
  expect([
    await mayList('/admin/shipments', person),
    await mayList('/admin/orders', person),
  ]).toEqual([200, 403]);
  expect(await staff()).toMatchObject({
    people: expect.arrayContaining([
      expect.objectContaining({
        email: person.email,
        staffRole: { id: role.id, name: 'Parcels' },
        rights: ['packing'],
        sessions: 1,
        lastSignInAt: expect.any(String),
      }),
    ]),
    invitations: [],
  });
  // Somebody who works in the shop can't be invited again, and an accepted invitation can't be
  // accepted again.
  expect(
    codeOf(await call('POST', '/admin/staff/invitations', { email: person.email, ...invite })),
  ).toEqual([409, 'INVALID_TRANSITION']);
  expect(codeOf(await call('POST', '/users/invitation', undefined, person))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});

test('an invitation ends after seven days, when it is withdrawn, and for somebody who got a role meanwhile', async () => {
  const [late, unwanted, promoted] = [
    await shop.signUp({ role: 'user' }),
    await shop.signUp({ role: 'user' }),
    await shop.signUp({ role: 'user' }),
  ];
  const invite = (person: SignedIn, rest: object = { role: 'moderator' }) =>
    call('POST', '/admin/staff/invitations', { email: person.email, ...rest });
  await invite(late);
  await shop.owner.query(`update staff_invitations set expires_at = now() where email = $1`, [
    late.email,
  ]);
  expect(codeOf(await call('POST', '/users/invitation', undefined, late))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  const { id } = (await invite(unwanted)).body.data;
  expect((await call('DELETE', `/admin/staff/invitations/${id}`)).status).toBe(200);
  expect(codeOf(await call('DELETE', `/admin/staff/invitations/${id}`))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  expect(codeOf(await call('POST', '/users/invitation', undefined, unwanted))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  await invite(promoted);
  expect((await call('PATCH', `/admin/users/${promoted.userId}`, { role: 'admin' })).status).toBe(
    200,
  );
  const acceptAs = (person: SignedIn) => call('POST', '/users/invitation', undefined, person);
  expect(codeOf(await acceptAs(promoted))).toEqual([404, 'NOT_FOUND']);
  await shop.owner.query(
    `insert into staff_invitations (id, email, role, invited_by_id, expires_at)
     values (gen_random_uuid(), $1, 'moderator', $2, now() + interval '1 day')`,
    [promoted.email, admin.userId],
  );
  expect(codeOf(await acceptAs(promoted))).toEqual([409, 'INVALID_TRANSITION']);
  // An invitation from before does not give back a role that was taken away.
  await call('PATCH', `/admin/users/${promoted.userId}`, { role: 'user' });
  const { rows } = await shop.owner.query('select from staff_invitations where email = $1', [
    promoted.email,
  ]);
  expect(rows).toEqual([]);
  expect(codeOf(await invite(late, { role: 'staff' }))).toEqual([400, 'VALIDATION_ERROR']);
  expect(codeOf(await invite(late, { role: 'staff', staffRoleId: randomUUID() }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
});

test('an address that was invited in vain is deleted a month after the invitation ended', async () => {
  const invite = (email: string) =>
    call('POST', '/admin/staff/invitations', { email, role: 'moderator' });
  const end = (email: string, days: number) =>
    shop.owner.query(
      `update staff_invitations set expires_at = now() - make_interval(days => $2) where email = $1`,
      [email, days],
    );
  for (const [email, days] of [
    ['lately@example.test', 29],
    ['long-ago@example.test', 31],
  ] as const) {
    await invite(email);
    await end(email, days);
  }
  await eraseAccounts(shop.context);
  const { rows } = await shop.owner.query<{ email: string }>(
    `select email from staff_invitations where email in ('lately@example.test', 'long-ago@example.test')`,
  );
  expect(rows).toEqual([{ email: 'lately@example.test' }]);
});

test('who loses a right is signed out at once, and who only gains one is not', async () => {
  const role = await makeRole('Desk', ['support', 'packing']);
  const [first, second] = [
    await shop.signUp({ role: 'user' }),
    await shop.signUp({ role: 'user' }),
  ];
  const give = (person: SignedIn, body: object) =>
    call('PATCH', `/admin/users/${person.userId}`, body);
  for (const person of [first, second]) {
    expect((await give(person, { role: 'staff', staffRoleId: role.id })).status).toBe(200);
  }
  expect(codeOf(await give(first, { role: 'staff', staffRoleId: randomUUID() }))).toEqual([
    404,
    'NOT_FOUND',
  ]);
  expect(codeOf(await call('DELETE', `/admin/staff/roles/${role.id}`))).toEqual([
    409,
    'INVALID_TRANSITION',
  ]);

  const change = (rights: string[]) =>
    call('PUT', `/admin/staff/roles/${role.id}`, { name: 'Desk', rights });
  await change(['support', 'packing', 'money']);
  expect([await mayList('/admin/users', first), await mayList('/admin/users', second)]).toEqual([
    200, 200,
  ]);
  await change(['support', 'money']);
  expect([await mayList('/admin/orders', first), await mayList('/admin/orders', second)]).toEqual([
    401, 401,
  ]);

  const third = await shop.signUp({ role: 'moderator' });
  await give(third, { role: 'admin' });
  expect(await mayList('/admin/staff', third)).toBe(200);
  await give(third, { role: 'moderator' });
  expect(await mayList('/admin/orders', third)).toBe(401);

  // Their browsers learn who ended the session.
  const renew = async ({ refreshToken }: SignedIn) =>
    codeOf(await shop.call('POST', '/auth/refresh', { body: { refresh_token: refreshToken } }));
  for (const person of [first, third]) expect(await renew(person)).toEqual([401, 'SIGNED_OUT']);
  const leaving = await shop.signUp({ role: 'moderator' });
  await call('POST', '/auth/logout', {}, leaving);
  expect(await renew(leaving)).toEqual([401, 'UNAUTHORIZED']);
});

/** The values of all fields that are amounts of money, wherever they are in a response. */
function amountsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap(amountsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    AMOUNTS.test(name) ? [field] : amountsIn(field),
  );
}
const AMOUNTS = /^(totalFee|fee|insuredValue|paid|market|marketValue|price|amount)$/;

test('who only packs sees parcels and shelves, and no amount of money', async () => {
  const packer = await shop.signUp({ rights: ['packing'] });
  const moderator = await shop.signUp({ role: 'moderator' });
  const { user, items } = await ownerOfCards(shop, await stockPackType(shop.context, { packs: 2 }));
  const parcel = await shipped(shop, user, items.slice(0, 2));
  await singlesOnSale(shop, 1);
  const { rows } = await shop.owner.query<{ id: string }>(
    `select id from physical_cards where bought_as_id is null order by id limit 1`,
  );
  for (const path of [
    '/admin/shipments',
    `/admin/shipments/${parcel.id}`,
    `/admin/shipments/sheets?ids=${parcel.id}`,
    '/admin/singles',
    '/admin/singles/sums',
    `/admin/stock/cards/${rows[0]!.id}`,
  ]) {
    const [theirs, mine] = await Promise.all([
      shop.call('GET', path, { as: moderator }),
      shop.call('GET', path, { as: packer }),
    ]);
    expect([path, mine.status]).toEqual([path, 200]);
    expect([path, amountsIn(mine.body.data).filter((one) => one !== null)]).toEqual([path, []]);
    const isCard = path === `/admin/stock/cards/${rows[0]!.id}`;
    const seen = amountsIn(theirs.body.data).some((one) => one !== null);
    expect([path, seen || isCard]).toEqual([path, true]);
  }
  const csv = async (as: SignedIn) =>
    (await shop.call<string>('GET', '/admin/singles.csv', { as })).body.data;
  expect(await csv(moderator)).toContain('Market value');
  expect(await csv(packer)).not.toMatch(/Paid|Market value|,Price,/);
  const packed = await shop.call('PATCH', `/admin/shipments/${parcel.id}`, {
    as: packer,
    body: { status: 'packed' },
  });
  expect(packed.body.data).toMatchObject({ status: 'packed', fee: null, insuredValue: null });
});

// Admins make roles, rename them and invite people at the same moment.
import { beforeAll, expect, test } from 'vitest';
import { useTestApp, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp();
let admins: SignedIn[];

beforeAll(async () => {
  admins = await Promise.all(Array.from({ length: 8 }, () => shop.signUp({ role: 'admin' })));
});

type Made = { id: string };

/** Makes a call as all admins at once. Returns how often each response came. */
async function atOnce(
  method: string,
  pathOf: (at: number) => string,
  body: object,
): Promise<Record<string, number>> {
  const responses = await Promise.all(
    admins.map((as, at) => shop.call(method, pathOf(at), { as, body })),
  );
  const counts: Record<string, number> = {};
  for (const { status, body: reply } of responses) {
    const name = reply.success ? String(status) : `${status} ${reply.error.code}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const ROLES = '/admin/staff/roles';

test('one of several roles that are made with one name at once is made, the others are refused', async () => {
  expect(await atOnce('POST', () => ROLES, { name: 'Weekend', rights: ['support'] })).toEqual({
    200: 1,
    '400 VALIDATION_ERROR': 7,
  });
});

test('one of several roles that get one name at once has it, the others keep theirs', async () => {
  const roles = await Promise.all(
    admins.map((as, at) =>
      shop.call<Made>('POST', ROLES, { as, body: { name: `Desk ${at}`, rights: ['support'] } }),
    ),
  );
  const pathOf = (at: number) => `${ROLES}/${roles[at]!.body.data.id}`;
  expect(await atOnce('PUT', pathOf, { name: 'Desk', rights: ['support'] })).toEqual({
    200: 1,
    '400 VALIDATION_ERROR': 7,
  });
});

test('of several invitations of one address at once, one stays, and the address gets its mail alone', async () => {
  const email = 'wanted@example.test';
  const counts = await atOnce('POST', () => '/admin/staff/invitations', {
    email,
    role: 'moderator',
  });
  const { 200: invited = 0, '409 INVALID_TRANSITION': refused = 0, ...others } = counts;
  expect([others, invited + refused]).toEqual([{}, 8]);
  const { rows } = await shop.owner.query(
    `select (select count(*)::int from staff_invitations where email = $1) as invitations,
       (select count(*)::int from mails where to_address = $1) as mails`,
    [email],
  );
  expect(rows).toEqual([{ invitations: 1, mails: invited }]);
});

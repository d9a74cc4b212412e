// Operators name views of their lists.
import { beforeAll, expect, test } from 'vitest';
import type { ListView } from '#contract/admin-views.ts';
import { useTestApp, type SignedIn } from '../../testing/app.ts';

const shop = useTestApp();
let admin: SignedIn;
let moderator: SignedIn;

beforeAll(async () => {
  admin = await shop.signUp({ role: 'admin' });
  moderator = await shop.signUp({ role: 'moderator' });
});

const save = (as: SignedIn, body: object) =>
  shop.call<ListView>('POST', '/list-views', { as, body });
const seen = async (as: SignedIn, list = 'orders') => {
  const { body } = await shop.call<ListView[]>('GET', `/list-views?list=${list}`, { as });
  return body.data.map(({ name, isForAll, address }) => [name, isForAll, address]);
};
const LATE = { list: 'orders', name: 'Late', isForAll: false, address: { sort: '-total' } };

test('a view is its owner’s or everybody’s; a second of the same name replaces the first', async () => {
  const own = await save(moderator, LATE);
  expect([own.status, own.body.data]).toMatchObject([200, { name: 'Late', isForAll: false }]);
  await save(moderator, { ...LATE, name: 'LATE', address: { flag: 'return_asked' } });
  const shared = await save(admin, { ...LATE, name: 'Big ones', isForAll: true });
  const big = ['Big ones', true, { sort: '-total' }];
  expect(await seen(moderator)).toEqual([big, ['LATE', false, { flag: 'return_asked' }]]);
  expect(await seen(admin)).toEqual([big]);

  const remove = (as: SignedIn, { body }: { body: { data: ListView } }) =>
    shop.call('DELETE', `/list-views/${body.data.id}`, { as });
  expect((await remove(admin, own)).body.error.code).toBe('NOT_FOUND');
  expect((await remove(moderator, shared)).status).toBe(200);
  expect(await seen(admin)).toEqual([]);
  const { rows } = await shop.owner.query(
    `select action, before, after from audit_log where subject_kind = 'list_view' order by id`,
  );
  const view = { list: 'orders', name: 'Big ones', fields: ['sort'] };
  expect(rows).toEqual([
    { action: 'save_list_view', before: null, after: view },
    { action: 'remove_list_view', before: view, after: null },
  ]);
});

test('views of a list are for those who see the list', async () => {
  const users = { ...LATE, list: 'users' };
  expect((await save(admin, { ...users, isForAll: true })).status).toBe(200);
  expect((await save(moderator, users)).status).toBe(403);
  const read = await shop.call('GET', '/list-views?list=users', { as: moderator });
  expect(read.status).toBe(403);
});

test('a view for all keeps no search text, which may be somebody’s name', async () => {
  const named = { ...LATE, name: 'Mira', address: { search: 'mira@' } };
  expect((await save(admin, named)).status).toBe(200);
  const refused = await save(admin, { ...named, isForAll: true });
  expect([refused.status, refused.body.error.details]).toEqual([
    400,
    [
      {
        path: 'address',
        message: 'A view for all staff keeps no search text, which may be a name',
      },
    ],
  ]);
  await expect(
    shop.owner.query('update list_views set owner_id = null where owner_id = $1', [admin.userId]),
  ).rejects.toMatchObject({ constraint: 'list_views_for_all_name_nobody' });
});

test('a list has at most fifty views of an owner, and an address is short', async () => {
  for (let n = 0; n < 50; n += 1) {
    await save(admin, { ...LATE, list: 'packs', name: `View ${n}`, address: {} });
  }
  const more = await save(admin, { ...LATE, list: 'packs', name: 'One more' });
  expect(more.body.error).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'name', message: 'A list has at most 50 views' }],
  });
  const replaced = await save(admin, { ...LATE, list: 'packs', name: 'View 7' });
  expect(replaced.status).toBe(200);
  const address = Object.fromEntries(Array.from({ length: 21 }, (_none, n) => [`f${n}`, 'x']));
  expect((await save(admin, { ...LATE, address })).status).toBe(400);
});

import { expect, test } from 'vitest';
import { narrow, withinPeriod } from './narrow.ts';

test('a list without filters requests everything', () => {
  expect(narrow([{ sql: 'role = $?', value: null }])).toEqual({
    where: 'true',
    values: [],
  });
});

test('parameters are numbered in the order of their values, whatever was omitted before', () => {
  const at = new Date(0);
  expect(
    narrow([
      { sql: 'user_id = $?', value: null },
      { sql: 'closed_at is null', value: true },
      { sql: '(a like $? or b like $?)', value: '%x%' },
      ...withinPeriod('made_at', at, null),
    ]),
  ).toEqual({
    where: 'closed_at is null and (a like $1 or b like $1) and made_at >= $2',
    values: ['%x%', at],
  });
});

test('false is a value, and only null means none', () => {
  expect(narrow([{ sql: 'is_vip = $?', value: false }]).values).toEqual([false]);
});

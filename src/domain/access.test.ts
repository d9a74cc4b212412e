import { expect, test } from 'vitest';
import { areasOfKey, distinctKeyRights, KEY_RIGHTS } from './access.ts';

test('a key reads where it writes, and writes only where it may', () => {
  const rights = ['packing:read', 'money:write'] as const;
  expect(areasOfKey(rights, 'read')).toEqual(['packing', 'money']);
  expect(areasOfKey(rights, 'write')).toEqual(['money']);
});

test('a key has one right in an area, the larger one', () => {
  expect(distinctKeyRights(['money:read', 'packing:read', 'money:write', 'packing:read'])).toEqual([
    'packing:read',
    'money:write',
  ]);
  expect(distinctKeyRights(KEY_RIGHTS)).toEqual([
    'packing:write',
    'support:write',
    'catalogue:write',
    'money:write',
    'owner:write',
  ]);
});

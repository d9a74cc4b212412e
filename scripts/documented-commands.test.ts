import { expect, test } from 'vitest';
import { listUndocumented } from './documented-commands.ts';

test('every documented command sets itself up, and has a short form that is tested', () => {
  expect(listUndocumented()).toEqual([]);
});

import { expect, test } from 'vitest';
import type { AdminPackType } from '#contract/catalogue-admin.ts';
import { toCents } from '#domain/money.ts';
import { changedWords, changesOf, type Rules } from './pack-changes.ts';

const updatedAt = new Date('2026-11-27T12:00:00Z');
const type = (id: string, more: Partial<AdminPackType> = {}) =>
  ({
    id,
    name: `Pack ${id}`,
    price: toCents(1_000),
    nextPrice: null,
    is_available: true,
    purchaseLimit: 1,
    tags: ['Old'],
    updatedAt,
    ...more,
  }) as AdminPackType;

const LEAVE: Rules = {
  price: 'leave',
  amount: '',
  sale: 'leave',
  limit: 'leave',
  most: '',
  addTags: '',
  removeTags: '',
};
const types = [type('a'), type('b', { nextPrice: toCents(1_200), tags: [] })];
const NONE = new Map<string, string>();

test('rules change the price that holds next, and a typed price comes before them', () => {
  const { changes } = changesOf(
    types,
    { ...LEAVE, price: 'percent', amount: '10' },
    new Map([['a', '12.34']]),
  );
  expect(changes).toEqual([
    { id: 'a', seen: updatedAt, price: 1234 },
    { id: 'b', seen: updatedAt, price: 1320 },
  ]);
});

test('only what differs is sent, and nothing of a type that has it already', () => {
  const rules: Rules = {
    ...LEAVE,
    sale: 'on',
    limit: 'none',
    addTags: 'New, Autumn',
    removeTags: 'Old',
  };
  expect(
    changesOf(
      [type('a'), type('c', { purchaseLimit: null, tags: ['New', 'Autumn'] })],
      rules,
      NONE,
    ),
  ).toEqual({
    changes: [{ id: 'a', seen: updatedAt, purchaseLimit: null, tags: ['New', 'Autumn'] }],
    problem: null,
  });
  expect(changesOf(types, LEAVE, new Map([['a', '10']])).changes).toEqual([]);
});

test.each([
  [{ price: 'set', amount: '' }, NONE, 'Type by how much the prices change.'],
  [{ limit: 'most', most: '0' }, NONE, 'Type how many packs per person.'],
  [{ price: 'percent', amount: '-100' }, NONE, 'Pack a needs a price such as 12.50.'],
  [{}, new Map([['b', 'ten']]), 'Pack b needs a price such as 12.50.'],
] as const)('nothing is sent for %o', (rules, typed, problem) => {
  expect(changesOf(types, { ...LEAVE, ...rules }, typed)).toEqual({ changes: [], problem });
});

const held = (id: string) =>
  type(id, { heldBy: { dropId: 'd', number: 1, closesBy: new Date('2026-12-01T12:00:00Z') } });
const free = (id: string) => type(id, { heldBy: null });

test.each([
  [[free('a')], '1 pack type changed'],
  [[free('a'), held('b')], '1 pack type changed; 1 from its next drop'],
  [[free('a'), held('b'), held('c')], '1 pack type changed; 2 from their next drop'],
  [[held('b'), held('c')], '2 pack types changed, from their next drop'],
])('what was changed says whose price waits for a drop', (all, words) => {
  const changes = all.map(({ id }) => ({ id, price: toCents(900) }));
  expect(changedWords(all, changes, all.length)).toBe(words);
});

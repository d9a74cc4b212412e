import { expect, test } from 'vitest';
import type { Found } from '#contract/admin-search.ts';
import { RIGHTS, type Right } from '#domain/access.ts';
import { matchesOf, searchedText, searchHint } from './desk-matches.ts';

const ORDER: Found = {
  kind: 'order',
  id: '1f2e3d4c-0000-4000-8000-000000000000',
  name: 'mira@example.test',
  about: null,
  state: 'paid',
  at: null,
  personId: null,
};
const PACK: Found = { ...ORDER, kind: 'pack', name: 'A-1', about: 'Harbour', state: 'available' };
const PAGES = [
  { to: '/admin/orders', label: 'Orders' },
  { to: '/admin/locked-cards', label: 'Locked cards' },
];
const all = { rights: RIGHTS, pages: PAGES };

test('lists pages, acts and what was found, by their kinds', () => {
  expect(matchesOf('cards', [], all)[0]).toMatchObject({
    title: 'Pages',
    matches: [{ name: 'Locked cards', leads: { to: '/admin/locked-cards' } }],
  });
  expect(matchesOf('1f2e', [ORDER, PACK], all)).toMatchObject([
    {
      title: 'Orders',
      matches: [{ name: 'Order 1f2e3d4c', detail: 'mira@example.test · Paid' }],
    },
    { title: 'Packs', matches: [{ name: 'A-1', detail: 'Harbour · On sale' }] },
  ]);
  expect(matchesOf('', [], all)).toEqual([]);
});

test('finds a page and an act by other words that people use for them', () => {
  const pages = [{ to: '/admin/taxes', label: 'Taxes', also: 'VAT, accountant' }, ...PAGES];
  const found = (text: string) =>
    matchesOf(text, [], { rights: RIGHTS, pages }).map(({ title, matches }) => [
      title,
      ...matches.map(({ name }) => name),
    ]);
  expect(found('accountant')).toEqual([['Pages', 'Taxes']]);
  expect(found('remove staff')).toEqual([['Acts', 'Invite or remove staff']]);
  expect(found('hire')).toEqual([['Acts', 'Invite or remove staff']]);
});

test('an act goes on with what it is about, and begins there', () => {
  expect(matchesOf('refu', [], all)).toMatchObject([
    { title: 'Acts', matches: [{ name: 'Refund order …', leads: { text: 'Refund order ' } }] },
  ]);
  for (const text of ['refund 1f2e', 'Refund order 1f2e']) {
    expect(searchedText(text, RIGHTS)).toBe('1f2e');
    expect(matchesOf(text, [ORDER, PACK], all)).toMatchObject([
      {
        title: 'Refund order',
        matches: [
          {
            name: 'Refund order 1f2e3d4c',
            leads: { to: '/admin/orders', search: { id: ORDER.id }, begins: 'refund' },
          },
        ],
      },
    ]);
  }
});

test.each<[readonly Right[], string]>([
  [
    RIGHTS,
    'An order, a person, a tracking number, a transaction, a serial, a card, a pack type, a page, or “refund order …”.',
  ],
  [['packing'], 'A tracking number, a serial, a card, a page, or “take singles in hand”.'],
  [['support'], 'An order, a transaction, or a page.'],
])('the hint for %j names only what they may find and do', (rights, hint) => {
  expect(searchHint(rights)).toBe(hint);
});

test('offers no act without its right', () => {
  expect(matchesOf('refund 1f2e', [], { rights: ['support'], pages: [] })).toEqual([]);
  expect(searchedText('refund 1f2e', ['support'])).toBe('refund 1f2e');
  expect(matchesOf('take in', [], { rights: ['packing'], pages: [] })).toEqual([]);
  expect(matchesOf('take in', [], { rights: ['catalogue'], pages: [] })).toMatchObject([
    { title: 'Acts', matches: [{ name: 'Take in packs' }] },
  ]);
});

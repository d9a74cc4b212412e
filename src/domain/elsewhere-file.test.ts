import { describe, expect, test } from 'vitest';
import { csvLine } from './csv.ts';
import { listingCells, readSales, type FileLine, type ListedSingle } from './elsewhere-file.ts';
import { toCents } from './money.ts';

const SINGLE: ListedSingle = {
  cardNumber: 'C-1049-3',
  name: 'Charizard ex',
  setName: '151, Special',
  number: '199',
  game: 'Pokemon',
  finish: 'foil',
  condition: 'Near Mint',
  label: null,
  shelf: 'A-1',
  price: toCents(12_50),
  marketValue: toCents(14_00),
  paid: toCents(7_00),
  image: 'https://shop.example/card.webp',
};

const lines = (...written: string[][]): FileLine[] =>
  written.map((cells, at) => ({ line: at + 1, cells }));

describe('a file for another shop', () => {
  test('has a line for each copy under its own number, in the form of Shopify’s products', () => {
    const [heads, cells] = listingCells('shopify', [SINGLE]);
    const row = Object.fromEntries(heads!.map((head, at) => [head, cells![at]]));
    expect(row).toMatchObject({
      Handle: 'c-1049-3',
      Title: 'Charizard ex, 151, Special 199, Foil, Near Mint',
      'Variant SKU': 'C-1049-3',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': 1,
      'Variant Inventory Policy': 'deny',
      'Variant Price': { amount: 1250 },
      'Cost per item': { amount: 700 },
      Tags: '151  Special, Near Mint',
    });
  });

  test('comes back with its sales filled in, and a copy without a sale stays listed', () => {
    const plain = { ...SINGLE, setName: '151' };
    const cells = listingCells('plain', [plain, { ...plain, cardNumber: 'C-7-1' }]);
    const [heads, sold, unsold] = cells.map((row) => csvLine(row).trimEnd().split(','));
    sold!.splice(-3, 3, '2026-11-20', '11.00', 'E-77');
    const read = readSales(lines(heads!, sold!, unsold!));
    expect([read.skipped, read.problems]).toEqual([1, []]);
    expect(read.sales).toEqual([
      {
        line: 2,
        cardNumber: 'C-1049-3',
        soldAt: '2026-11-20T00:00:00Z',
        brought: 1100,
        reference: 'E-77',
      },
    ]);
  });
});

const HEADS = [
  'Name',
  'Financial Status',
  'Cancelled at',
  'Created at',
  'Lineitem quantity',
  'Lineitem price',
  'Lineitem discount',
  'Lineitem sku',
];

describe('Shopify’s export of orders', () => {
  test('gives the sale of each card at what it brought, with the order’s own line for all of them', () => {
    const read = readSales(
      lines(
        HEADS,
        ['#1001', 'paid', '', '2026-11-20 10:15:00 -0500', '1', '12.50', '1.50', 'C-1049-3'],
        ['#1001', '', '', '', '1', '3', '', 'C-7-1'],
        ['#1001', '', '', '', '2', '9.00', '', 'MUG-BLUE'],
        ['#1002', 'refunded', '', '2026-11-20 11:00:00 -0500', '1', '5.00', '', 'C-7-2'],
        [
          '#1003',
          'paid',
          '2026-11-21 09:00:00 -0500',
          '2026-11-20 12:00:00 -0500',
          '1',
          '5.00',
          '',
          'C-7-4',
        ],
      ),
    );
    expect(read.sales).toEqual([
      {
        line: 2,
        cardNumber: 'C-1049-3',
        soldAt: '2026-11-20T10:15:00-05:00',
        brought: 1100,
        reference: '#1001',
      },
      {
        line: 3,
        cardNumber: 'C-7-1',
        soldAt: '2026-11-20T10:15:00-05:00',
        brought: 300,
        reference: '#1001',
      },
    ]);
    expect([read.skipped, read.problems]).toEqual([3, []]);
  });

  test('names each line that can’t be a sale, and the rest is still read', () => {
    const { sales, problems } = readSales(
      lines(
        HEADS,
        ['#1', 'paid', '', '20.11.2026', '1', '5.00', '', 'C-1-1'],
        ['#2', 'paid', '', '2026-11-20', '2', '5.00', '', 'C-1-2'],
        ['#3', 'paid', '', '2026-11-20', '1', 'five', '', 'C-1-3'],
        ['#4', 'paid', '', '2026-11-20', '1', '5.00', '', 'C-1-4'],
        ['#5', 'paid', '', '2026-11-20', '1', '5.00', '', 'c-1-4'],
        ['#6', 'paid', '', '2026-11-20', '1', '5.00', '6.00', 'C-1-6'],
      ),
    );
    expect(sales.map(({ cardNumber }) => cardNumber)).toEqual(['C-1-4']);
    expect(problems).toEqual([
      { line: 2, problem: '“20.11.2026” is not a day such as 2026-11-29' },
      { line: 3, problem: 'there is one C-1-2, not 2' },
      { line: 4, problem: '“five” is not an amount such as 12.50' },
      { line: 6, problem: 'c-1-4 is on line 5 too' },
      { line: 7, problem: '“5.00” is not an amount such as 12.50' },
    ]);
  });
});

test('a file without the columns that a sale needs says which are missing', () => {
  expect(readSales(lines(['Card number', 'Price'])).problems).toEqual([
    { line: 1, problem: 'the column “Sold at”, “Sold for”, “Sale number” is missing' },
  ]);
  expect(readSales([]).problems).toEqual([{ line: 1, problem: 'the file is empty' }]);
});

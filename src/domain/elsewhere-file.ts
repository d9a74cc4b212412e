// The files that list singles for other shops, and the files that report their sales there (docs/product.md §20). The
// columns of Shopify's files have the names that Shopify gives them.
import type { Condition, Finish } from './card.ts';
import { readCardNumber } from './card-number.ts';
import type { CsvCell } from './csv.ts';
import { parseCad } from './decimals.ts';
import { FINISH_WORDS } from './finish-words.ts';
import { difference, ZERO, type Cents } from './money.ts';

export const ELSEWHERE_FORMS = ['plain', 'shopify'] as const;
export type ElsewhereForm = (typeof ELSEWHERE_FORMS)[number];

export type ListedSingle = {
  cardNumber: string;
  name: string;
  setName: string;
  number: string;
  /** The game's name. */
  game: string;
  finish: Finish;
  condition: Condition;
  label: string | null;
  shelf: string | null;
  price: Cents;
  marketValue: Cents;
  paid: Cents;
  /** The address of its picture. */
  image: string;
};

/** The columns of the shop's own format that an operator fills in after a sale. */
const SOLD = { at: 'Sold at', for: 'Sold for', reference: 'Sale number' } as const;

type Column = [head: string, cell: (single: ListedSingle) => CsvCell];

const titleOf = ({ name, setName, number, finish, condition }: ListedSingle): string =>
  [
    name,
    `${setName} ${number}`,
    ...(finish === 'normal' ? [] : [FINISH_WORDS[finish]]),
    condition,
  ].join(', ');

/** The card number as part of an address: only letters, digits and hyphens. */
const handleOf = ({ cardNumber }: ListedSingle): string =>
  cardNumber
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const COLUMNS: Record<ElsewhereForm, Column[]> = {
  plain: [
    ['Card number', ({ cardNumber }) => cardNumber],
    ['Name', ({ name }) => name],
    ['Set', ({ setName }) => setName],
    ['Number', ({ number }) => number],
    ['Game', ({ game }) => game],
    ['Finish', ({ finish }) => FINISH_WORDS[finish]],
    ['Condition', ({ condition }) => condition],
    ['Label', ({ label }) => label],
    ['Shelf', ({ shelf }) => shelf],
    ['Price', ({ price }) => ({ amount: price })],
    ['Market value', ({ marketValue }) => ({ amount: marketValue })],
    ['Picture', ({ image }) => image],
    [SOLD.at, () => null],
    [SOLD.for, () => null],
    [SOLD.reference, () => null],
  ],
  shopify: [
    ['Handle', handleOf],
    ['Title', titleOf],
    ['Body (HTML)', () => null],
    ['Vendor', ({ game }) => game],
    ['Type', () => 'Single card'],
    ['Tags', ({ setName, condition }) => `${setName.replaceAll(',', ' ')}, ${condition}`],
    ['Published', () => 'TRUE'],
    ['Option1 Name', () => 'Title'],
    ['Option1 Value', () => 'Default Title'],
    ['Variant SKU', ({ cardNumber }) => cardNumber],
    ['Variant Inventory Tracker', () => 'shopify'],
    ['Variant Inventory Qty', () => 1],
    // Without this, Shopify would sell a copy that it no longer has.
    ['Variant Inventory Policy', () => 'deny'],
    ['Variant Fulfillment Service', () => 'manual'],
    ['Variant Price', ({ price }) => ({ amount: price })],
    ['Variant Requires Shipping', () => 'TRUE'],
    ['Variant Taxable', () => 'TRUE'],
    ['Image Src', ({ image }) => image],
    ['Cost per item', ({ paid }) => ({ amount: paid })],
    ['Status', () => 'active'],
  ],
};

/** The lines of a file, its heads first. */
export function listingCells(form: ElsewhereForm, singles: readonly ListedSingle[]): CsvCell[][] {
  const columns = COLUMNS[form];
  return [
    columns.map(([head]) => head),
    ...singles.map((single) => columns.map(([, cell]) => cell(single))),
  ];
}

/** A line of a file: its number, from 1, and its cells. */
export type FileLine = { line: number; cells: readonly string[] };

export type SaleElsewhere = {
  line: number;
  cardNumber: string;
  /** ISO 8601, in UTC or with an offset. */
  soldAt: string;
  brought: Cents;
  reference: string;
};

export type SalesFile = {
  sales: SaleElsewhere[];
  problems: { line: number; problem: string }[];
  /** The number of lines without a sale: other goods, copies that are still listed, and cancelled orders. */
  skipped: number;
};

const NO_SALES: SalesFile = { sales: [], problems: [], skipped: 0 };

/**
 * Reads the sales of a file, which is either the shop's own format with its last columns filled in, or Shopify's export
 * of orders.
 */
export function readSales(lines: readonly FileLine[]): SalesFile {
  const [head, ...rest] = lines;
  if (head === undefined) {
    return { ...NO_SALES, problems: [{ line: 1, problem: 'the file is empty' }] };
  }
  const places = new Map(head.cells.map((cell, place) => [cell.trim().toLowerCase(), place]));
  const isOfShopify = places.has('lineitem sku');
  const wanted = isOfShopify ? SHOPIFY_SALES : PLAIN_SALES;
  const missing = Object.values(wanted.needs).filter((name) => !places.has(name.toLowerCase()));
  if (missing.length > 0) {
    const problem = `the column ${missing.map((name) => `“${name}”`).join(', ')} is missing`;
    return { ...NO_SALES, problems: [{ line: head.line, problem }] };
  }
  const cellOf = (cells: readonly string[]) => (name: string) =>
    cells[places.get(name.toLowerCase()) ?? -1]?.trim() ?? '';
  const file: SalesFile = { sales: [], problems: [], skipped: 0 };
  const lineOf = new Map<string, number>();
  let order: ShopifyOrder | null = null;
  for (const { line, cells } of rest) {
    const cell = cellOf(cells);
    if (isOfShopify) order = orderAfter(order, cell);
    const found = isOfShopify ? readShopifyLine(cell, order) : readPlainLine(cell);
    if (found === 'skipped') file.skipped += 1;
    else if (typeof found === 'string') file.problems.push({ line, problem: found });
    else {
      const key = found.cardNumber.toUpperCase();
      const before = lineOf.get(key);
      if (before === undefined) {
        lineOf.set(key, line);
        file.sales.push({ line, ...found });
      } else {
        file.problems.push({ line, problem: `${found.cardNumber} is on line ${before} too` });
      }
    }
  }
  return file;
}

type Cell = (name: string) => string;
type Found = Omit<SaleElsewhere, 'line'>;

const PLAIN_SALES = {
  needs: { number: 'Card number', at: SOLD.at, for: SOLD.for, reference: SOLD.reference },
};

function readPlainLine(cell: Cell): Found | string {
  const cardNumber = cell(PLAIN_SALES.needs.number);
  const [at, price, reference] = [cell(SOLD.at), cell(SOLD.for), cell(SOLD.reference)];
  if (at === '' && price === '' && reference === '') return 'skipped';
  if (readCardNumber(cardNumber) === null) return `“${cardNumber}” is not a card’s number`;
  return saleOf({ cardNumber, at, brought: parseCad(price), price, reference });
}

type ShopifyOrder = { name: string; at: string; status: string; cancelledAt: string };

const SHOPIFY_SALES = {
  needs: {
    name: 'Name',
    at: 'Created at',
    status: 'Financial Status',
    sku: 'Lineitem sku',
    price: 'Lineitem price',
    quantity: 'Lineitem quantity',
  },
};

/** The financial statuses of a Shopify order that was neither cancelled nor refunded in full. */
const SOLD_STATUSES = ['paid', 'partially_paid', 'authorized', 'pending', 'partially_refunded'];

/** Shopify writes the fields of an order only in the first of its lines, so the later lines inherit them. */
function orderAfter(before: ShopifyOrder | null, cell: Cell): ShopifyOrder {
  const { needs } = SHOPIFY_SALES;
  const name = cell(needs.name) || (before?.name ?? '');
  const isSame = before !== null && before.name === name;
  return {
    name,
    at: cell(needs.at) || (isSame ? before.at : ''),
    status: cell(needs.status) || (isSame ? before.status : ''),
    cancelledAt: cell('Cancelled at') || (isSame ? before.cancelledAt : ''),
  };
}

function readShopifyLine(cell: Cell, order: ShopifyOrder | null): Found | string {
  const { needs } = SHOPIFY_SALES;
  const cardNumber = cell(needs.sku);
  const isSold =
    order !== null &&
    order.cancelledAt === '' &&
    SOLD_STATUSES.includes(order.status.toLowerCase());
  // An orders file has other goods too.
  if (!isSold || readCardNumber(cardNumber) === null) return 'skipped';
  const quantity = cell(needs.quantity);
  if (quantity !== '1') return `there is one ${cardNumber}, not ${quantity}`;
  const price = cell(needs.price);
  const asked = parseCad(price);
  const off = parseCad(cell('Lineitem discount') || '0');
  const brought = asked === null || off === null ? null : difference(asked, off);
  return saleOf({ cardNumber, at: order.at, brought, price, reference: order.name });
}

const MOMENT =
  /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|UTC|[+-]\d{2}:?\d{2})?)?$/;

/** Reads a day, or a moment with or without its offset, as ISO 8601. Null if it is neither. */
function readMoment(written: string): string | null {
  const [, day, time = '00:00', offset = 'Z'] = MOMENT.exec(written) ?? [];
  if (day === undefined) return null;
  const clock = time.length === 5 ? `${time}:00` : time;
  const zone = /^[+-]\d{4}$/.test(offset) ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset;
  return `${day}T${clock}${zone === 'UTC' ? 'Z' : zone}`;
}

function saleOf(written: {
  cardNumber: string;
  at: string;
  brought: Cents | null;
  price: string;
  reference: string;
}): Found | string {
  const { cardNumber, at, brought, price, reference } = written;
  const soldAt = readMoment(at);
  if (soldAt === null) return `“${at}” is not a day such as 2026-11-29`;
  if (brought === null || brought < ZERO) return `“${price}” is not an amount such as 12.50`;
  if (reference === '') return 'the sale’s number is missing';
  if (reference.length > 80) return 'the sale’s number is too long';
  return { cardNumber, soldAt, brought, reference };
}

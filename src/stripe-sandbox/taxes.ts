// Imitates Stripe Tax in the sandbox: calculations, and transactions made from them. Canada's provinces have the taxes
// of the shop's own table. Washington has 10.25 %, the example rate in Stripe's reference. All other places have no
// taxes.
import { canadianRates } from '#domain/canadian-taxes.ts';
import { shareHalfUp, toCents } from '#domain/money.ts';
import { isProvince, provinceOf } from '#domain/region.ts';
import { dayIn } from '#domain/tax.ts';
import type { Transaction } from '#engine/database.ts';
import { groupOf, textOf, textsOf, type Form } from './form.ts';
import { newId, nowS } from './ids.ts';
import {
  invalidRequest,
  noSuch,
  required,
  StripeProblem,
  wholeNumber,
  type SandboxResponse,
} from './objects.ts';
import { listObjects, lockObject, storeObject, type SandboxObject } from './sandbox-queries.ts';

/** The lifetime of a calculation. Stripe's reference: "Calculations expire after 90 days." */
const CALCULATION_LASTS_S = 90 * 24 * 3600;
const LINE_ITEMS_MOST = 100;

type LineItem = {
  id: string;
  object: string;
  amount: number;
  amount_tax: number;
  quantity: number;
  reference: string;
  tax_behavior: string;
  tax_code: string;
};

type Calculation = SandboxObject & {
  object: 'tax.calculation';
  currency: string;
  customer_details: object;
  expires_at: number;
  line_items: { data: LineItem[] };
  tax_date: number;
};

type TaxTransaction = SandboxObject & {
  object: 'tax.transaction';
  reference: string;
  type: 'transaction' | 'reversal';
  currency: string;
  customer_details: object;
  line_items: { data: (LineItem & { reversal: { original_line_item: string } | null })[] };
  reversal: { original_transaction: string } | null;
  tax_date: number;
};

type Rate = { percentage: number; tax_type: string; country: string; state: string | null };

export async function createCalculation(db: Transaction, form: Form): Promise<SandboxResponse> {
  const currency = required(form, 'currency').toLowerCase();
  const details = groupOf(form, 'customer_details');
  const address = groupOf(details, 'address');
  const rates = ratesAt(address);
  const items = Object.values(groupOf(form, 'line_items')).map((item) => lineItem(item, rates));
  if (items.length === 0) throw missing('line_items');
  if (items.length > LINE_ITEMS_MOST) {
    throw invalidRequest('Too many line items.', 'parameter_invalid', 'line_items');
  }
  const id = newId('taxcalc');
  const goods = items.reduce((total, { amount }) => total + amount, 0);
  const tax = items.reduce((total, { amount_tax }) => total + amount_tax, 0);
  const now = nowS();
  const calculation: Calculation = {
    id,
    object: 'tax.calculation',
    amount_total: goods + tax,
    currency,
    customer: null,
    customer_details: {
      address: {
        city: textOf(address, 'city') ?? null,
        country: textOf(address, 'country') ?? null,
        line1: textOf(address, 'line1') ?? null,
        line2: textOf(address, 'line2') ?? null,
        postal_code: textOf(address, 'postal_code') ?? null,
        state: textOf(address, 'state') ?? null,
      },
      address_source: textOf(details, 'address_source') ?? null,
      ip_address: null,
      tax_ids: [],
      taxability_override: 'none',
    },
    expires_at: now + CALCULATION_LASTS_S,
    line_items: listOf(items, `/v1/tax/calculations/${id}/line_items`),
    livemode: false,
    ship_from_details: null,
    shipping_cost: null,
    tax_amount_exclusive: tax,
    tax_amount_inclusive: 0,
    tax_breakdown: breakdownOf(items, rates, address),
    tax_date: now,
  };
  await storeObject(db, calculation);
  return shown(calculation, form);
}

/**
 * Returns the tax rates at an address. In Canada the address needs a province, and in the United States a ZIP code. In
 * other countries, the country is enough.
 */
function ratesAt(address: Form): Rate[] {
  const country = required(address, 'country', 'customer_details[address][country]');
  const postalCode = textOf(address, 'postal_code') ?? '';
  const state = (textOf(address, 'state') ?? '').toUpperCase();
  const province = country === 'CA' ? provinceOf(state) : null;
  if (
    (country === 'CA' && province === null) ||
    (country === 'US' && !/^\d{5}(-\d{4})?$/.test(postalCode))
  ) {
    throw new StripeProblem(400, {
      type: 'invalid_request_error',
      code: 'customer_tax_location_invalid',
      message:
        'We could not determine the customer’s tax location based on the provided customer address.',
      param: 'customer_details[address]',
    });
  }
  if (province !== null && isProvince(province)) {
    const region = `CA-${province}`;
    return canadianRates(province, dayIn(region, new Date())).map(({ name, rate }) => ({
      percentage: rate * 100,
      tax_type: name.toLowerCase(),
      country,
      state: name === 'GST' ? null : province,
    }));
  }
  if (country === 'US' && state === 'WA') {
    return [{ percentage: 10.25, tax_type: 'sales_tax', country, state }];
  }
  return [];
}

function lineItem(given: string | Form, rates: Rate[]): LineItem {
  const item = typeof given === 'string' ? {} : given;
  const amount = wholeNumber(item, 'amount');
  const behaviour = textOf(item, 'tax_behavior') ?? 'exclusive';
  if (behaviour !== 'exclusive') {
    throw invalidRequest(
      'Only prices without tax are taken here.',
      'parameter_invalid',
      'line_items',
    );
  }
  const code = textOf(item, 'tax_code') ?? 'txcd_99999999';
  if (!/^txcd_\d{8}$/.test(code)) throw noSuch('tax code', code);
  return {
    id: newId('tax_li'),
    object: 'tax.calculation_line_item',
    amount,
    amount_tax: rates.reduce((total, rate) => total + taxOf(amount, rate), 0),
    livemode: false,
    product: null,
    quantity: Number(textOf(item, 'quantity') ?? 1),
    reference: textOf(item, 'reference') ?? 'L1',
    tax_behavior: behaviour,
    tax_code: code,
  } as LineItem;
}

function taxOf(amount: number, { percentage }: Rate): number {
  return shareHalfUp(toCents(amount), Number((percentage / 100).toFixed(6)));
}

/** Returns the tax lines of a calculation. If there is no tax, there is one line, which says why. */
function breakdownOf(items: LineItem[], rates: Rate[], address: Form): object[] {
  const goods = items.reduce((total, { amount }) => total + amount, 0);
  const line = (amount: number, taxable: number, reason: string, rate: Rate | null) => ({
    amount,
    inclusive: false,
    tax_rate_details: {
      country: rate?.country ?? textOf(address, 'country') ?? null,
      flat_amount: null,
      percentage_decimal: rate === null ? '0.0' : String(Number(rate.percentage.toFixed(4))),
      rate_type: rate === null ? null : 'percentage',
      state: rate === null ? null : rate.state,
      tax_type: rate?.tax_type ?? null,
    },
    taxability_reason: reason,
    taxable_amount: taxable,
  });
  if (rates.length === 0) return [line(0, 0, 'not_collecting', null)];
  return rates.map((rate) =>
    line(
      items.reduce((total, { amount }) => total + taxOf(amount, rate), 0),
      goods,
      'standard_rated',
      rate,
    ),
  );
}

export async function createTransaction(db: Transaction, form: Form): Promise<SandboxResponse> {
  const id = required(form, 'calculation');
  const calculation = await lockObject<Calculation>(db, 'tax.calculation', id);
  if (calculation === null) throw noSuch('tax calculation', id);
  if (calculation.expires_at < nowS()) {
    throw invalidRequest(`The calculation ${id} has expired.`, 'resource_missing', 'calculation');
  }
  const reference = await freeReference(db, form);
  const items = calculation.line_items.data.map((item) => ({
    ...item,
    id: newId('tax_li'),
    object: 'tax.transaction_line_item',
    metadata: {},
    reversal: null,
    type: 'transaction',
  }));
  return store(db, form, {
    reference,
    type: 'transaction',
    currency: calculation.currency,
    customer_details: calculation.customer_details,
    items,
    reversal: null,
    tax_date: calculation.tax_date,
  });
}

export async function createReversal(db: Transaction, form: Form): Promise<SandboxResponse> {
  const id = required(form, 'original_transaction');
  const original = await lockObject<TaxTransaction>(db, 'tax.transaction', id);
  if (original === null) throw noSuch('tax transaction', id);
  if (required(form, 'mode') !== 'partial') {
    throw invalidRequest('Only line items are reversed here.', 'parameter_invalid', 'mode');
  }
  const reference = await freeReference(db, form);
  const made = await listObjects<TaxTransaction>(db, 'tax.transaction', 'reverses', id);
  const items = Object.values(groupOf(form, 'line_items')).map((given) => {
    const item = typeof given === 'string' ? {} : given;
    const itemId = required(item, 'original_line_item');
    const whole = original.line_items.data.find((one) => one.id === itemId);
    if (whole === undefined) throw noSuch('line item', itemId);
    const [amount, tax] = [backOf(item, 'amount'), backOf(item, 'amount_tax')];
    const before = made.flatMap(({ line_items: list }) =>
      list.data.filter(({ reversal }) => reversal?.original_line_item === itemId),
    );
    const left = (of: 'amount' | 'amount_tax') =>
      before.reduce((total, one) => total + one[of], whole[of]);
    if (-amount > left('amount') || -tax > left('amount_tax')) {
      throw invalidRequest(
        'You cannot reverse more than is left of it.',
        'amount_too_large',
        'line_items',
      );
    }
    return {
      ...whole,
      id: newId('tax_li'),
      amount,
      amount_tax: tax,
      reference: required(item, 'reference'),
      reversal: { original_line_item: itemId },
      type: 'reversal',
    };
  });
  if (items.length === 0) throw missing('line_items');
  return store(db, form, {
    reference,
    type: 'reversal',
    currency: original.currency,
    customer_details: original.customer_details,
    items,
    reversal: { original_transaction: id },
    reverses: id,
    tax_date: original.tax_date,
  });
}

/** Parses an amount to reverse. Stripe's reference: "The amount to reverse, in negative." */
function backOf(item: Form, name: string): number {
  const text = required(item, name);
  if (!/^(-\d{1,12}|0)$/.test(text)) {
    throw invalidRequest(`Invalid integer: ${text}`, 'parameter_invalid_integer', name);
  }
  return Number(text);
}

/**
 * Checks that a reference is free. Stripe's reference: "Must be unique across all transactions, including reversals."
 */
async function freeReference(db: Transaction, form: Form): Promise<string> {
  const reference = required(form, 'reference');
  const [taken] = await listObjects<TaxTransaction>(db, 'tax.transaction', 'reference', reference);
  if (taken === undefined) return reference;
  throw invalidRequest(
    `A tax transaction with reference '${reference}' already exists.`,
    'resource_already_exists',
    'reference',
  );
}

async function store(
  db: Transaction,
  form: Form,
  {
    items,
    ...made
  }: Omit<TaxTransaction, 'id' | 'object' | 'line_items'> & {
    items: TaxTransaction['line_items']['data'];
  },
): Promise<SandboxResponse> {
  const id = newId('tax');
  const transaction = {
    id,
    object: 'tax.transaction',
    created: nowS(),
    customer: null,
    line_items: listOf(items, `/v1/tax/transactions/${id}/line_items`),
    livemode: false,
    metadata: textsOf(groupOf(form, 'metadata')),
    posted_at: nowS(),
    ship_from_details: null,
    shipping_cost: null,
    ...made,
  } as unknown as TaxTransaction;
  await storeObject(db, transaction);
  return shown(transaction, form);
}

export async function retrieveTransaction(
  db: Transaction,
  form: Form,
  id: string,
): Promise<SandboxResponse> {
  const transaction = await lockObject<TaxTransaction>(db, 'tax.transaction', id);
  if (transaction === null) throw noSuch('tax transaction', id);
  return shown(transaction, form);
}

export async function retrieveSettings(): Promise<SandboxResponse> {
  return {
    status: 200,
    body: {
      object: 'tax.settings',
      defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: 'txcd_99999999' },
      head_office: {
        address: {
          city: null,
          country: 'CA',
          line1: null,
          line2: null,
          postal_code: null,
          state: 'NS',
        },
      },
      livemode: false,
      status: 'active',
      status_details: { active: {} },
    },
  };
}

function listOf<Item>(data: Item[], url: string) {
  return { object: 'list', data, has_more: false, url };
}

/** Returns an object as the API sends it. Line items are included only if the request asks for them. */
function shown(object: SandboxObject, form: Form): SandboxResponse {
  const { reverses: _ours, line_items: items, ...rest } = object;
  const isExpanded = Object.values(groupOf(form, 'expand')).some((path) => path === 'line_items');
  return { status: 200, body: { ...rest, ...(isExpanded && { line_items: items }) } };
}

function missing(name: string): StripeProblem {
  return invalidRequest(`Missing required param: ${name}.`, 'parameter_missing', name);
}

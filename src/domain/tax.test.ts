import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canadianRates, REGISTERS } from './canadian-taxes.ts';
import { balancePurchase } from './ledger.ts';
import { toCents } from './money.ts';
import { quoteOrder } from './pricing.ts';
import { packRefund, quoteNextRefund } from './refund.ts';
import { isPreciseRegion, PROVINCE_CODES, regionOf, type Province } from './region.ts';
import {
  dayIn,
  firstTaxes,
  shownTaxes,
  taxesOfPacks,
  taxesOfParcel,
  type TaxSettings,
  taxNumbersOn,
} from './tax.ts';
import { taxLinesOfSale, rowsOfTaxes, sumOfTaxes, taxLabel, taxLines } from './tax-lines.ts';

const TODAY = '2026-11-23';
const NOON = new Date(`${TODAY}T12:00:00Z`);

/** A seller that is registered for all taxes. */
const REGISTERED: TaxSettings = {
  ...firstTaxes(0.08),
  rule: 'places',
  registrations: REGISTERS.map((register) => ({ register, number: '1', since: '2020-01-01' })),
};

const told = (settings: TaxSettings, region: string, at = NOON) =>
  taxesOfPacks(settings, region, at).rates.map(taxLabel);

describe('by place', () => {
  test.each<[Province, string[]]>([
    ['AB', ['GST 5%']],
    ['BC', ['GST 5%', 'PST 7%']],
    ['MB', ['GST 5%', 'RST 7%']],
    ['NB', ['HST 15%']],
    ['NL', ['HST 15%']],
    ['NS', ['HST 14%']],
    ['NT', ['GST 5%']],
    ['NU', ['GST 5%']],
    ['ON', ['HST 13%']],
    ['PE', ['HST 15%']],
    ['QC', ['GST 5%', 'QST 9.975%']],
    ['SK', ['GST 5%', 'PST 6%']],
    ['YT', ['GST 5%']],
  ])('a buyer in %s pays %j', (province, expected) => {
    expect(canadianRates(province, TODAY).map(taxLabel)).toEqual(expected);
    expect(told(REGISTERED, `CA-${province}`)).toEqual(expected);
  });

  test('a buyer in Nova Scotia pays 15% until the midnight there at which 14% begins', () => {
    // In April, Halifax is three hours behind UTC.
    expect(told(REGISTERED, 'CA-NS', new Date('2025-04-01T02:59:59Z'))).toEqual(['HST 15%']);
    expect(told(REGISTERED, 'CA-NS', new Date('2025-04-01T03:00:00Z'))).toEqual(['HST 14%']);
    expect(dayIn('CA-NS', new Date('2025-04-01T02:59:59Z'))).toBe('2025-03-31');
  });

  test('a seller takes only taxes that they are registered for, from that day on', () => {
    const of = (register: 'gst_hst' | 'qst', since: string): TaxSettings => ({
      ...REGISTERED,
      registrations: [{ register, number: '123', since }],
    });
    expect(told(of('gst_hst', '2026-01-01'), 'CA-QC')).toEqual(['GST 5%']);
    expect(told(of('qst', '2026-01-01'), 'CA-QC')).toEqual(['QST 9.975%']);
    expect(told(of('gst_hst', '2026-11-24'), 'CA-NS')).toEqual([]);
    expect(told({ ...REGISTERED, registrations: [] }, 'CA-ON')).toEqual([]);
  });

  test('a buyer elsewhere pays the shop’s flat rate, which is nothing at first', () => {
    expect(told(REGISTERED, 'US-NY')).toEqual([]);
    expect(told({ ...REGISTERED, elsewhereRate: 0.03, flatName: 'Levy' }, 'DE')).toEqual([
      'Levy 3%',
    ]);
  });

  test('the tax of a buyer without a region is unknown', () => {
    expect(taxesOfPacks(REGISTERED, null, NOON)).toEqual({
      rates: [],
      region: null,
      isKnown: false,
      asked: null,
    });
    const here: TaxSettings = { ...REGISTERED, packsSuppliedAt: 'seller', sellerRegion: 'CA-NS' };
    expect(taxesOfPacks(here, null, NOON)).toMatchObject({ region: 'CA-NS', isKnown: true });
    expect(taxesOfPacks(here, 'CA-ON', NOON)).toMatchObject({ region: 'CA-NS' });
  });

  test('a parcel has the tax of its destination, and none if one rate is for all', () => {
    const to = (country: string, state: string) => ({ country, state });
    expect(taxesOfParcel(REGISTERED, to('CA', 'Ontario'), NOON).rates.map(taxLabel)).toEqual([
      'HST 13%',
    ]);
    expect(taxesOfParcel(REGISTERED, to('CA', 'Nowhere'), NOON).isKnown).toBe(false);
    expect(taxesOfParcel(firstTaxes(0.08), to('CA', 'Nowhere'), NOON)).toEqual({
      rates: [],
      region: null,
      isKnown: true,
      asked: null,
    });
  });

  test('documents name the numbers of that day, each once', () => {
    const first = {
      register: 'gst_hst',
      number: '12345 6789 RT0001',
      since: '2026-11-23',
    } as const;
    const later = { register: 'qst', number: '1234567890 TQ0001', since: '2099-01-01' } as const;
    const settings: TaxSettings = { ...REGISTERED, registrations: [first, later] };
    const others = [
      { name: 'GST', number: first.number.replaceAll(' ', '') },
      { name: 'Business number', number: '77' },
    ];
    expect(taxNumbersOn(NOON, settings, others)).toEqual([
      { name: 'GST/HST', number: first.number },
      { name: 'Business number', number: '77' },
    ]);
    expect(taxNumbersOn(NOON, firstTaxes(0.08), others)).toEqual(others);
  });

  test('pages show the taxes of every province, or one rate if it is for all', () => {
    const { regions } = shownTaxes(REGISTERED, NOON);
    expect(regions?.['CA-NS']).toEqual([{ name: 'HST', rate: 0.14 }]);
    expect(Object.keys(regions ?? {})).toHaveLength(13);
    expect(shownTaxes(firstTaxes(0.08), NOON)).toEqual({
      rates: [{ name: 'Tax', rate: 0.08 }],
      regions: null,
      ofParcels: false,
      isAsked: false,
    });
  });
});

describe('a region', () => {
  test.each([
    ['CA', 'NS', 'CA-NS'],
    ['CA', ' nova scotia ', 'CA-NS'],
    ['CA', 'Québec', 'CA-QC'],
    ['CA', 'PEI', 'CA-PE'],
    ['CA', 'Halifax', null],
    ['CA', null, null],
    ['US', 'ny', 'US-NY'],
    ['US', 'New York', 'US-NY'],
    ['DE', 'Bayern', 'DE'],
    [null, 'NS', null],
  ])('of %s, %s is %s', (country, state, expected) => {
    expect(regionOf({ country, state })).toBe(expected);
  });

  test('is precise enough for a tax', () => {
    expect(['CA-NS', 'US-NY', 'US', 'DE'].every(isPreciseRegion)).toBe(true);
    expect(['CA', 'CA-XX', 'DE-BY', 'ca-ns', ''].some(isPreciseRegion)).toBe(false);
  });
});

describe('the lines of a sale', () => {
  test('are rounded one by one, a half up', () => {
    const quebec = taxLines(toCents(1001), canadianRates('QC', TODAY));
    expect(quebec.map(({ amount }) => amount)).toEqual([50, 100]); // The exact taxes are 50.05 and 99.84975 cents.
    expect(taxLines(toCents(10), canadianRates('AB', TODAY))[0]!.amount).toBe(1); // The exact tax is 0.5 cents.
  });

  test('are rows of a sum; without lines, one row replaces them', () => {
    const [row] = rowsOfTaxes({ tax: toCents(0), taxes: [] });
    expect(row).toEqual(['Tax', 0]);
    expect(
      rowsOfTaxes({ tax: toCents(14), taxes: taxLines(toCents(100), canadianRates('NS', TODAY)) }),
    ).toEqual([['HST 14%', 14]]);
    // This sale is from before the shop stored tax lines.
    expect(rowsOfTaxes({ tax: toCents(8), taxes: taxLinesOfSale(null, toCents(8)) })).toEqual([
      ['Tax', 8],
    ]);
    expect(taxLinesOfSale(null, toCents(0))).toEqual([]);
  });

  const cart = fc.record({
    lines: fc.array(
      fc.record({
        unitPrice: fc.integer({ min: 1, max: 100_000 }).map(toCents),
        quantity: fc.integer({ min: 1, max: 6 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    province: fc.constantFrom(...PROVINCE_CODES),
    percentOff: fc.integer({ min: 0, max: 90 }),
    order: fc.array(fc.nat(), { maxLength: 30 }),
  });

  test('add up to the tax for any cart and province, and refunds in any parts return each line exactly', () => {
    fc.assert(
      fc.property(cart, ({ lines, province, percentOff, order }) => {
        const named = lines.map((line, at) => ({ ...line, packTypeId: `type-${at}`, refunded: 0 }));
        const discount = { type: 'percentage', rate: percentOff / 100 } as const;
        const taxes = canadianRates(province, TODAY);
        const quote = quoteOrder(named, discount, 'stripe', { taxes, cardFee: toCents(0) });
        expect(sumOfTaxes(quote.taxes)).toBe(quote.tax);
        const moved = balancePurchase('u', quote).map(({ amount }) => amount);
        expect(moved.reduce((all, one) => all + one, 0)).toBe(quote.total);

        const back = new Map<string, number>();
        const packs = named.flatMap((line) =>
          Array.from({ length: line.quantity }, () => line.packTypeId),
        );
        let left: number = quote.total;
        for (let at = 0; packs.length > 0; at += 1) {
          const [packTypeId] = packs.splice((order[at] ?? 0) % packs.length, 1);
          const one = [{ packTypeId: packTypeId!, count: 1 }];
          const refund = quoteNextRefund(quote, named, one, toCents(left));
          expect(sumOfTaxes(refund.taxes)).toBe(refund.tax);
          left -= refund.total;
          for (const { debit, amount } of packRefund(refund)) {
            if (typeof debit === 'string') back.set(debit, (back.get(debit) ?? 0) + amount);
          }
          named.find((line) => line.packTypeId === packTypeId)!.refunded += 1;
        }
        for (const { account, amount } of quote.taxes) expect(back.get(account) ?? 0).toBe(amount);
        expect(left).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });
});

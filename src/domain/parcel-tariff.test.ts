import countries from 'i18n-iso-countries';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCents, ZERO, type Cents } from './money.ts';
import {
  DEFAULT_TARIFF,
  leastFee,
  offerBeside,
  offersFor,
  placeProblem,
  tariffProblem,
  zoneOf,
  type ParcelService,
  type ParcelTariff,
} from './parcel-tariff.ts';
import { regionPartCode } from './region.ts';

/** The fee by the rule that the code had before the tariff became data. */
function feeOfBefore(cardCount: number, country: string): { base: number; weight: number } {
  const base = { CA: 800, US: 1400 }[country] ?? 2400;
  return { base, weight: 15 * Math.max(0, cardCount - 5) };
}

const COUNTRIES = Object.keys(countries.getAlpha2Codes());

const service = (changes: Partial<ParcelService> = {}): ParcelService => ({
  ...DEFAULT_TARIFF.zones[0]!.services[0]!,
  ...changes,
});

/** A tariff with one zone for the whole world. */
const tariffOf = (...services: ParcelService[]): ParcelTariff => ({
  ...DEFAULT_TARIFF,
  zones: [{ name: 'World', places: [], services }],
});

const HERE = { country: 'CA', state: 'NS' };
const cards = (cardCount: number, marketValue = 0) => ({
  cardCount,
  marketValue: toCents(marketValue),
});

describe('before an operator has set a tariff', () => {
  test('every parcel to every country costs the same as before, to the cent', () => {
    expect(COUNTRIES.length).toBeGreaterThan(240);
    const changed = COUNTRIES.flatMap((country) =>
      Array.from({ length: 500 }, (_, index) => index + 1).flatMap((count) => {
        const offers = offersFor(DEFAULT_TARIFF, { country, state: '' }, cards(count, 100_000));
        const { base, weight } = feeOfBefore(count, country);
        const [{ fee } = { fee: null }, ...others] = offers;
        const isSame = fee?.base === base && fee.weight === weight && fee.total === base + weight;
        return isSame && others.length === 0 ? [] : [{ country, count, offers }];
      }),
    );
    expect(changed).toEqual([]);
  });

  test('it takes as long as before, and starts at the price of a small parcel in Canada', () => {
    const deliveryTo = (country: string) =>
      offersFor(DEFAULT_TARIFF, { country, state: '' }, cards(1))[0]!.delivery;
    expect(['CA', 'US', 'FR'].map(deliveryTo)).toEqual([
      '3-5 business days',
      '5-8 business days',
      '10-20 business days',
    ]);
    expect(leastFee(DEFAULT_TARIFF)).toBe(800);
  });

  test('nothing is insured, and the tariff has no error', () => {
    const [offer] = offersFor(DEFAULT_TARIFF, HERE, cards(3, 500_00));
    expect(offer).toMatchObject({ isInsured: false, insuredValue: 0, fee: { insurance: 0 } });
    expect(tariffProblem(DEFAULT_TARIFF)).toBeNull();
  });
});

describe('zones', () => {
  const zones = [
    { name: 'North', places: ['CA-NU', 'CA-YT'], services: [service({ baseFee: toCents(2000) })] },
    { name: 'Canada', places: ['CA'], services: [service()] },
    { name: 'Europe', places: ['DE', 'FR'], services: [service()] },
  ];
  const tariff = { ...DEFAULT_TARIFF, zones };

  test.each([
    ['CA', 'Nunavut', 'North'],
    ['CA', ' yt ', 'North'],
    ['CA', 'Ontario', 'Canada'],
    ['FR', 'anything', 'Europe'],
  ])('%s %s lies in %s', (country, state, name) => {
    expect(zoneOf(tariff, { country, state })?.name).toBe(name);
  });

  test('an unknown part of the country has no price if the price depends on it', () => {
    expect(placeProblem(tariff, { country: 'CA', state: 'Nunavt' })).toMatchObject({
      field: 'state',
    });
    expect(offersFor(tariff, { country: 'CA', state: '' }, cards(1))).toEqual([]);
    expect(placeProblem(DEFAULT_TARIFF, { country: 'CA', state: 'Nunavt' })).toBeNull();
  });

  test('without a zone for everywhere else, other countries get that message', () => {
    expect(placeProblem(tariff, { country: 'JP', state: '' })).toEqual({
      field: 'country',
      message: 'We don’t ship to this country',
    });
  });

  test('provinces and states are known by code and by name, in any spelling', () => {
    expect(regionPartCode('CA', 'Québec')).toBe('QC');
    expect(regionPartCode('CA', 'newfoundland & labrador')).toBe('NL');
    expect(regionPartCode('CA', 'Newfoundland and Labrador')).toBe('NL');
    expect(regionPartCode('US', 'n.y.')).toBe('NY');
    expect(regionPartCode('DE', 'BY')).toBeNull();
  });
});

describe('services', () => {
  test('a service that takes no parcel of this weight is not offered', () => {
    const letter = service({ key: 'letter', weightMost: 50 });
    const tariff = tariffOf(letter, service());
    // A parcel weighs 30 grams for the packaging, and 2 grams for each card.
    const keysOf = (count: number) =>
      offersFor(tariff, HERE, cards(count)).map(({ serviceKey }) => serviceKey);
    expect(keysOf(10)).toEqual(['letter', 'standard']);
    expect(keysOf(11)).toEqual(['standard']);
    expect(offersFor(tariffOf(letter), HERE, cards(11))).toEqual([]);
  });

  test('it is free from a market value on', () => {
    const tariff = tariffOf(service({ freeFrom: toCents(100_00) }));
    const feeFor = (value: number) => offersFor(tariff, HERE, cards(7, value))[0]!.fee;
    expect(feeFor(99_99).total).toBe(830);
    expect(feeFor(100_00)).toEqual({
      base: 800,
      weight: 30,
      insurance: 0,
      reduction: 830,
      total: 0,
    });
  });

  test('no insurance is sold, also if the tariff of 1.1.0 had a price for it', () => {
    const tariff = tariffOf(service({ coverMost: toCents(500_00), coverFee: toCents(150) }));
    const offers = offersFor(tariff, HERE, cards(1, 300_00));
    expect(offers).toMatchObject([{ isInsured: false, insuredValue: 0, fee: { insurance: 0 } }]);
  });
});

describe('cards that are added to a waiting parcel', () => {
  const waiting = (paid: number) => ({ serviceKey: 'standard', paid: toCents(paid) });

  test('cost only the difference', () => {
    // Five cards cost 8.00. With two more cards, the parcel has seven.
    const offer = offerBeside(DEFAULT_TARIFF, HERE, cards(7), waiting(800));
    expect(offer!.fee).toEqual({ base: 800, weight: 30, insurance: 0, reduction: 800, total: 30 });
    expect(offerBeside(DEFAULT_TARIFF, HERE, cards(4), waiting(800))!.fee.total).toBe(0);
  });

  test('bring no refund if the whole parcel is free by then', () => {
    const tariff = tariffOf(service({ freeFrom: toCents(100_00) }));
    const offer = offerBeside(tariff, HERE, cards(7, 100_00), waiting(800));
    expect(offer!.fee).toMatchObject({ reduction: 830, total: 0 });
  });

  test('are refused if its service is gone, or takes no more', () => {
    expect(offerBeside(tariffOf(service({ key: 'x' })), HERE, cards(2), waiting(800))).toBeNull();
    const light = tariffOf(service({ weightMost: 32 }));
    expect(offerBeside(light, HERE, cards(2), waiting(800))).toBeNull();
  });

  const cents = (most: number): fc.Arbitrary<Cents> =>
    fc.integer({ min: 0, max: most }).map(toCents);

  test('never cost less than nothing, nor more than as many further cards', () => {
    fc.assert(
      fc.property(
        fc.record({
          baseFee: cents(5_000),
          furtherCardFee: cents(100),
          cardsIncluded: fc.integer({ min: 0, max: 20 }),
          freeFrom: fc.option(cents(50_000)),
        }),
        fc.tuple(fc.integer({ min: 1, max: 250 }), cents(100_000)),
        fc.tuple(fc.integer({ min: 1, max: 250 }), cents(100_000)),
        (changes, [first, worth], [more, moreWorth]) => {
          const tariff = tariffOf(service(changes));
          const total = (count: number, value: number) =>
            offersFor(tariff, HERE, cards(count, value))[0]!.fee.total;
          const paid = total(first, worth);
          const all = cards(first + more, worth + moreWorth);
          const beside = offerBeside(tariff, HERE, all, waiting(paid))!.fee.total;
          expect(beside).toBeGreaterThanOrEqual(0);
          expect(beside).toBeLessThanOrEqual(changes.furtherCardFee * more);
          expect(paid + beside).toBe(Math.max(paid, total(all.cardCount, all.marketValue)));
        },
      ),
    );
  });
});

describe('a tariff as a whole', () => {
  const zone = (name: string, places: string[], services = [service()]) => ({
    name,
    places,
    services,
  });
  test.each([
    [[zone('A', ['CA']), zone('B', ['US', 'CA'])], 'CA stands in two zones'],
    [[zone('A', []), zone('B', [])], 'Only one zone can be everywhere else'],
    [[zone('A', ['CA-XX'])], 'CA-XX is no province of Canada and no state of the USA'],
    [[zone('A', ['DE-BY'])], 'DE-BY is no province of Canada and no state of the USA'],
    [[zone('A', [], [service(), service()])], 'A has two services of one key'],
  ])('is refused with messages', (zones, problem) => {
    expect(tariffProblem({ zones })).toBe(problem);
  });

  test('starts at its cheapest service', () => {
    expect(leastFee({ zones: [] })).toBe(ZERO);
  });
});

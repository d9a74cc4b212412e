import { describe, expect, test } from 'vitest';
import type { ResolverOptions } from 'react-hook-form';
import { saveTariff } from '#contract/shipping-tariff.ts';
import { DEFAULT_TARIFF } from '#domain/parcel-tariff.ts';
import { judgeRequest } from '../../forms/judge-typed.ts';
import { fieldOf, newService, requestOf, typedOf, type Typed } from './tariff-form.ts';

const FIRST = typedOf({ version: 0, tariff: DEFAULT_TARIFF, startsAt: null, madeAt: null });

const judge = (typed: Typed) =>
  judgeRequest(saveTariff, { requestOf: (one: Typed) => requestOf(one, 3), fieldOf })(
    typed,
    undefined,
    {} as ResolverOptions<Typed>,
  ) as Promise<{ values: Record<string, unknown>; errors: Record<string, unknown> }>;

describe('the tariff form', () => {
  test('returns what it got', async () => {
    const { values, errors } = await judge(FIRST);
    expect(errors).toEqual({});
    expect(values).toEqual({ ...DEFAULT_TARIFF, version: 3, startsAt: null });
  });

  test('accepts places with commas or blanks, in any case', async () => {
    const [first, ...others] = FIRST.zones;
    const { values } = await judge({
      ...FIRST,
      zones: [{ ...first!, places: 'ca-ns,  CA' }, ...others],
    });
    expect(values['zones']).toMatchObject([{ places: ['CA-NS', 'CA'] }, {}, {}]);
  });

  test('shows an error at its field', async () => {
    const [zone, ...others] = FIRST.zones;
    const [service] = zone!.services;
    const wrong = { ...service!, baseFee: 'eight', name: ' ' };
    const { errors } = await judge({
      ...FIRST,
      zones: [{ ...zone!, places: 'Canada', services: [wrong] }, ...others],
      customs: { ...FIRST.customs, hsCode: 'cards' },
      sender: { ...FIRST.sender, name: 'Cards' },
    });
    expect(errors).toMatchObject({
      zones: [
        {
          places: { message: 'A place is a country such as DE, or a part such as CA-NS' },
          services: [
            {
              baseFee: { message: 'Amount must be a number' },
              name: { message: 'The name of a service must not be empty' },
            },
          ],
        },
      ],
      customs: { hsCode: { message: 'An HS code has 6 to 10 digits' } },
      sender: { city: { message: 'city is required' } },
    });
  });

  test('shows an error of all zones for the whole form', async () => {
    const [zone, ...others] = FIRST.zones;
    const { errors } = await judge({ ...FIRST, zones: [{ ...zone!, places: 'US' }, ...others] });
    expect(errors).toMatchObject({ zones: { root: { message: 'US stands in two zones' } } });
  });

  test('gives a new service a key that is unique in its zone', () => {
    const one = newService([]);
    expect(one.key).toBe('service-1');
    expect(newService([{ ...one, key: 'service-2' }]).key).toBe('service-3');
  });
});

import { expect, test } from 'vitest';
import { ZERO } from './money.ts';
import { DEFAULT_TARIFF } from './parcel-tariff.ts';
import { EVERYWHERE } from './sales-places.ts';
import { decideShipping, type ShippingRules } from './shipping-decision.ts';
import { firstTaxes } from './tax.ts';

const rules = (more: Partial<ShippingRules> = {}): ShippingRules => ({
  tariff: DEFAULT_TARIFF,
  places: EVERYWHERE,
  taxes: firstTaxes(0),
  now: new Date('2026-11-29T12:00:00Z'),
  ...more,
});
const HALIFAX = { country: 'CA', state: 'NS' };
const one = { cardCount: 1, marketValue: ZERO };

test('a parcel to where the shop ships has an offer of each service, and no problem', () => {
  const { problem, offers } = decideShipping(rules(), HALIFAX, one);
  expect(problem).toBeNull();
  expect(offers.length).toBeGreaterThan(0);
});

test('a parcel that no service takes gets the message that its cards are too heavy, not that its address is wrong', () => {
  const zones = DEFAULT_TARIFF.zones.map((zone) => ({
    ...zone,
    services: zone.services.map((service) => ({ ...service, weightMost: 1 })),
  }));
  const decision = decideShipping(rules({ tariff: { ...DEFAULT_TARIFF, zones } }), HALIFAX, one);
  expect(decision).toMatchObject({ problem: { field: 'cards' }, offers: [] });
});

test('a country to which the shop does not ship has no offer, whatever the tariff says', () => {
  const places = { ...EVERYWHERE, shipsElsewhere: false };
  const decision = decideShipping(rules({ places }), { country: 'FR', state: '' }, one);
  expect(decision).toMatchObject({ problem: { field: 'country' }, offers: [] });
  expect(decideShipping(rules({ places }), HALIFAX, one).problem).toBeNull();
});

test('the province is stored only if the price depends on it', () => {
  const regional = {
    ...DEFAULT_TARIFF,
    zones: [{ ...DEFAULT_TARIFF.zones[0]!, places: ['CA-NS'] }, ...DEFAULT_TARIFF.zones.slice(1)],
  };
  expect(decideShipping(rules({ tariff: regional }), HALIFAX, one).region).toBe('NS');
  expect(decideShipping(rules(), { country: 'FR', state: 'Paris' }, one).region).toBeNull();
});

// Simulates whether buyers can profit from the choices that the rule of returns gives them (choice 766). Each stock
// has 40 packs. Its buyers know the mean value of the sealed packs, because the odds panel shows it.
import { expect, test } from 'vitest';
import { wayOfReturn } from './returns.ts';
import { seededRandom } from './seeded-random.ts';

const STOCKS = 10_000;
const PACKS = 40;
const HELD = 20;

/** Which openings end the right to return. It is either openings by the buyer alone, or openings by anybody. */
type EndedBy = 'buyer' | 'anybody';

/**
 * The value of each pack's cards, as a multiple of the pack's price, in the order of sale. One pack has the best card.
 */
function stockOf(random: () => number): number[] {
  const best = Math.floor(random() * PACKS);
  const bestWorth = 0.5 + 4.5 * random();
  return Array.from({ length: PACKS }, (_one, place) =>
    place === best ? bestWorth : 0.6 * random() ** 2,
  );
}

const mean = (values: readonly number[]) =>
  values.reduce((total, value) => total + value, 0) / values.length;

const mayReturn = (minute: number, isOpenedSince: boolean, returned = 0) =>
  wayOfReturn({
    nowMs: minute * 60_000,
    paidAtMs: 0,
    isFromBefore: false,
    isExcluded: false,
    withdrawalDays: 0,
    isOpenedSince,
    returned,
    request: null,
  }).way === 'open';

/**
 * A picker returns packs as soon as the sealed packs are worth less on average than they were at payment. The
 * function returns the values of the packs that the picker keeps.
 */
type Picker = (stock: readonly number[], endedBy: EndedBy) => readonly number[];

/** One account buys all packs and opens one after another. */
const oneAccount: Picker = (stock) => {
  for (let opened = 1; opened < PACKS; opened += 1) {
    const isWorse = mean(stock.slice(opened)) < mean(stock);
    if (isWorse && mayReturn(1, true)) return stock.slice(0, opened);
  }
  return stock;
};

/** Forty accounts with the same card each buy one pack. Their returns count together. */
const fortyAccounts: Picker = (stock) => {
  const picked: number[] = [];
  let returned = 0;
  for (const [index, worth] of stock.entries()) {
    const isWorse = mean(stock.slice(index)) < mean(stock);
    if (isWorse && mayReturn(1, picked.length > 0, returned)) returned += 1;
    else picked.push(worth);
  }
  return picked;
};

/**
 * One buyer keeps half of the packs sealed while strangers open the others, and opens their own at the end of the
 * hour.
 */
const holder: Picker = (stock, endedBy) => {
  const [own, others] = [stock.slice(0, HELD), stock.slice(HELD)];
  for (let opened = 1; opened <= others.length; opened += 1) {
    const minute = (60 * opened) / (others.length + 1);
    const isWorse = mean([...own, ...others.slice(opened)]) < mean(stock);
    if (isWorse && mayReturn(minute, endedBy === 'anybody')) return [];
  }
  return own;
};

/**
 * What a picker gains. It is the mean value of the packs that they keep, minus the mean value of all packs of the
 * stock. Returns the 95 % confidence interval of this difference over many random stocks.
 */
function gainOf(picker: Picker, endedBy: EndedBy, seed: string): { low: number; high: number } {
  const random = seededRandom(seed);
  const gains: number[] = [];
  for (let count = 0; count < STOCKS; count += 1) {
    const stock = stockOf(random);
    const picked = picker(stock, endedBy);
    // The picker paid the same price for a pack as a buyer who opens all packs.
    if (picked.length > 0) gains.push(mean(picked) - mean(stock));
  }
  const middle = mean(gains);
  const spread = Math.sqrt(mean(gains.map((gain) => (gain - middle) ** 2)) / gains.length);
  return { low: middle - 1.96 * spread, high: middle + 1.96 * spread };
}

test.each([
  ['one account that opens pack after pack', oneAccount],
  ['forty accounts with one card', fortyAccounts],
  ['one who holds twenty sealed packs while strangers open the rest', holder],
] as const)('%s gains nothing over a buyer who opens all', (_who, picker) => {
  const { low, high } = gainOf(picker, 'anybody', 'returns');
  expect(low).toBeLessThanOrEqual(0);
  // The picker does not lose either, because the rule leaves no choice.
  expect(high).toBeGreaterThanOrEqual(0);
});

test('a buyer who holds sealed packs would gain if openings by strangers did not end returns', () => {
  expect(gainOf(holder, 'buyer', 'returns').low).toBeGreaterThan(0.01);
});

test('the cost for honest buyers: if strangers open twenty packs an hour, a buyer who changes their mind within the hour can return by button once in twenty-one times', () => {
  const random = seededRandom('changed minds');
  let free = 0;
  for (let count = 0; count < STOCKS; count += 1) {
    const minute = 60 * random();
    const first = Math.min(...Array.from({ length: HELD }, () => 60 * random()));
    if (mayReturn(minute, first <= minute)) free += 1;
  }
  expect(free / STOCKS).toBeCloseTo(1 / 21, 2);
});

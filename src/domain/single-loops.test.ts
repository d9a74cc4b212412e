// Nobody gains by buying, selling back and returning singles, however prices and conditions change meanwhile.
import { expect, test } from 'vitest';
import { CONDITIONS, type Condition } from './card.ts';
import { difference, sum, toCents, ZERO, type Cents } from './money.ts';
import { netOf, type Discount } from './pricing.ts';
import { priceOrder, type Order } from './purchase.ts';
import { quoteNextRefund, type RefundableSingle } from './refund.ts';
import { seededRandom } from './seeded-random.ts';
import { sellPrice } from './sellback.ts';
import { wayOfSingleReturn } from './single-returns.ts';
import { flatRates } from './tax.ts';

const STEPS = 10_000;
const HOUR_MS = 3_600_000;
const CARDS = 6;

/** What a shopper holds: a single of an order, and when it was bought. */
type Holding = { order: Sale; houseCardId: string; boughtAtMs: number; withdrawalDays: number };
/** `refunded` and `soldBack`: what the order's singles have brought its buyer so far. */
type Sale = { order: Order; singles: RefundableSingle[]; refunded: Cents; soldBack: Cents };

test(`no loop of ${STEPS} purchases, sales back and returns gains anything`, () => {
  const random = seededRandom('loops of singles');
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const pick = <Value>(list: readonly Value[]): Value => list[upTo(list.length - 1)]!;

  let nowMs = 0;
  let spent = ZERO;
  let came = ZERO;
  let bought = 0;
  /**
   * The extremes over all steps. `gained`: how far an order brought more than it cost. `overHalf`: how far a sale back
   * brought more than half the price. `leastBack`: the lowest refund of a return.
   */
  let gained = Number.NEGATIVE_INFINITY;
  let overHalf = Number.NEGATIVE_INFINITY;
  let leastBack = Number.POSITIVE_INFINITY;
  const counts = { sold: 0, atPaid: 0, atAsked: 0, closed: 0 };
  /**
   * The market value of each card. `asks`: the shop's price of each card by condition; null if the shop asks for none.
   */
  const values = Array.from({ length: CARDS }, () => toCents(100 + upTo(20_000)));
  const asks = values.map(
    () =>
      new Map<Condition, Cents | null>(CONDITIONS.map((one) => [one, toCents(1 + upTo(30_000))])),
  );
  const kinds = new Map<string, { card: number; condition: Condition }>();
  let holdings: Holding[] = [];

  const leave = (holding: Holding) => {
    holdings = holdings.filter((one) => one !== holding);
  };

  for (let step = 0; step < STEPS; step += 1) {
    nowMs += upTo(30) * HOUR_MS;
    // Prices change at every step, by any amount.
    const moved = upTo(CARDS - 1);
    values[moved] = toCents(upTo(40_000));
    asks[moved]!.set(pick(CONDITIONS), random() < 0.1 ? null : toCents(1 + upTo(60_000)));

    if (holdings.length === 0 || random() < 0.4) {
      const offers = Array.from({ length: 1 + upTo(4) }, () => {
        const card = upTo(CARDS - 1);
        const condition = pick(CONDITIONS);
        const houseCardId = `single-${(bought += 1)}`;
        kinds.set(houseCardId, { card, condition });
        const price = asks[card]!.get(condition) ?? toCents(1 + upTo(60_000));
        return { houseCardId, name: houseCardId, price, isOnSale: true };
      });
      const discount: Discount | null =
        random() < 0.5
          ? null
          : { type: 'percentage', rate: upTo(100) / 100, isFree: random() < 0.5 };
      const goods = { wanted: [], offers: [], singles: offers };
      const charges = { taxes: flatRates('Tax', upTo(2_000) / 10_000), cardFee: toCents(upTo(50)) };
      const order = priceOrder(goods, discount, pick(['balance', 'stripe']), charges);
      spent = sum(spent, order.quote.total);
      const sale: Sale = {
        order,
        singles: order.singles.map((one) => ({ ...one, refunded: null })),
        refunded: ZERO,
        soldBack: ZERO,
      };
      const withdrawalDays = pick([0, 0, 14, 60]);
      holdings.push(
        ...sale.singles.map(({ houseCardId }) => ({
          order: sale,
          houseCardId,
          boughtAtMs: nowMs,
          withdrawalDays,
        })),
      );
      continue;
    }

    const holding = holdings[Math.max(0, holdings.length - 1 - upTo(9))]!;
    const { order: sale, houseCardId } = holding;
    const { card, condition } = kinds.get(houseCardId)!;
    const line = sale.singles.find((one) => one.houseCardId === houseCardId)!;
    if (random() < 0.4) {
      const paid = sellPrice(values[card]!, netOf(line));
      came = sum(came, paid);
      sale.soldBack = sum(sale.soldBack, paid);
      overHalf = Math.max(overHalf, 2 * paid - netOf(line));
      counts.sold += 1;
      leave(holding);
      continue;
    }
    const way = wayOfSingleReturn({
      nowMs,
      boughtAtMs: holding.boughtAtMs,
      paid: netOf(line),
      asked: asks[card]!.get(condition) ?? null,
      withdrawalDays: holding.withdrawalDays,
    });
    if (way.way === 'closed') {
      counts.closed += 1;
      continue;
    }
    counts[way.isAtPaid ? 'atPaid' : 'atAsked'] += 1;
    const left = difference(sale.order.quote.total, sale.refunded);
    const { total } = quoteNextRefund(sale.order.quote, [], [], left, {
      of: sale.singles,
      back: [{ houseCardId, goods: way.goods }],
    });
    leastBack = Math.min(leastBack, total);
    sale.refunded = sum(sale.refunded, total);
    line.refunded = way.goods;
    came = sum(came, total);
    leave(holding);
    gained = Math.max(gained, sum(sale.refunded, sale.soldBack) - sale.order.quote.total);
  }
  // No order brings its buyer more than it cost, however its singles came back.
  expect(gained).toBeLessThanOrEqual(0);
  expect(overHalf).toBeLessThanOrEqual(0);
  expect(leastBack).toBeGreaterThanOrEqual(0);
  expect(came).toBeLessThan(spent);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(50);
});

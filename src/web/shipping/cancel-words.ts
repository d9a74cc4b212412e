// Says what the user gets back after a cancellation, for the parcel itself and for cards that were added later.
import type { OwnShipment } from '#contract/shipping.ts';
import { formatCad, sum, type Cents } from '#domain/money.ts';

type Parcel = {
  shipment: Pick<OwnShipment, 'paymentMethod'> & { fee: { totalFee: Cents } };
  additions: readonly Pick<OwnShipment['additions'][number], 'paymentMethod' | 'totalFee'>[];
};

const WAYS = {
  owner: { goes: 'goes back', balance: 'to your balance', card: 'to your card' },
  operator: { goes: 'is refunded', balance: 'to their balance', card: 'to their card' },
};

/**
 * Returns a text such as "CAD 8.00 goes back to your balance and CAD 1.00 to your card". `reader`: who reads it, the
 * owner or an operator. Returns null if nothing was paid.
 */
export function refundWords(
  { shipment, additions }: Parcel,
  reader: keyof typeof WAYS,
): string | null {
  const { goes, balance, card } = WAYS[reader];
  const paid = [{ ...shipment, totalFee: shipment.fee.totalFee }, ...additions].filter(
    ({ totalFee }) => totalFee > 0,
  );
  const [byBalance, byCard] = (['balance', 'stripe'] as const).map((method) =>
    paid.filter(({ paymentMethod }) => paymentMethod === method),
  ) as [typeof paid, typeof paid];
  // If there are several card payments, they may be from different cards, so the text says "the way it came".
  const parts = [
    { payments: byBalance, way: balance },
    { payments: byCard, way: byCard.length > 1 ? 'the way it came' : card },
  ].filter(({ payments }) => payments.length > 0);
  if (parts.length === 0) return null;
  const words = parts.map(({ payments, way }, at) => {
    const amount = formatCad(sum(...payments.map(({ totalFee }) => totalFee)));
    return at === 0 ? `${amount} ${goes} ${way}` : `${amount} ${way}`;
  });
  return words.join(' and ');
}

import { formatCad, sum, ZERO, type Cents } from '#domain/money.ts';
import { withTax } from '#domain/pricing.ts';
import { useConfig } from '../accounts/config.ts';

/**
 * Shows the price with tax for a buyer who pays with credits. If the shop charges a fee for cards, also shows the price
 * for a buyer who pays by card.
 */
export function CostLine({ price, rates }: { price: Cents; rates: readonly { rate: number }[] }) {
  const config = useConfig();
  if (config === undefined) return null;
  const { charges, stripePublishableKey } = config;
  const total = withTax(price, rates);
  const cardFee = stripePublishableKey === null ? ZERO : charges.cardFee;
  return (
    <li>
      {formatCad(total)} with tax{cardFee > 0 && `, ${formatCad(sum(total, cardFee))} by card`}.
    </li>
  );
}

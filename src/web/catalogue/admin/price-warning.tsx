// Warns where a pack type sells below what its packs cost, or below what the shop pays for the cards in them.
import type { AdminPackType } from '#contract/catalogue-admin.ts';
import { listIntakeCosts } from '#contract/stock-costs-admin.ts';
import { lossesOfPrice } from '#domain/margin.ts';
import { formatCad } from '#domain/money.ts';
import { useAsk } from '../../api/ask.ts';
import { Banner } from '../../ui/states.tsx';

export function PriceWarning({ type: { id, price } }: { type: AdminPackType }) {
  const { data } = useAsk(listIntakeCosts, { packTypeId: id });
  if (data === undefined) return null;
  const { cost, returned } = data.inStock;
  const losses = lossesOfPrice(price, { cost, returned });
  if (losses.length === 0) return null;
  return (
    <Banner title="This price loses money">
      {losses.includes('below_cost') && (
        <p>The packs in stock cost {formatCad(cost)} each, before taxes.</p>
      )}
      {losses.includes('below_return') && (
        <p>Selling back the cards of a pack brings {formatCad(returned)} on average.</p>
      )}
    </Banner>
  );
}

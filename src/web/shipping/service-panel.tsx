// Lets the user choose how to send the cards: by a service, or in a waiting parcel.
import type { ShippingQuote } from '#contract/shipping.ts';
import { difference } from '#domain/money.ts';
import { countCards } from '../collection/card-words.ts';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { RadioRow } from '../ui/radio-row.tsx';
import type { BesideQuote, Choice, Quotes } from './use-quotes.ts';

type ServicePanelProps = {
  quotes: Quotes;
  quote: ShippingQuote | null;
  beside: BesideQuote | null;
  isLocked: boolean;
  onChoose: (choice: Choice) => void;
};

export function ServicePanel({ quotes, quote, beside, isLocked, onChoose }: ServicePanelProps) {
  if (quotes.quotes.length + quotes.beside.length < 2) return null;
  return (
    <Panel title="Delivery">
      <fieldset className="grid gap-3">
        <legend className="sr-only">Delivery</legend>
        {quotes.beside.map((one) => (
          <RadioRow
            key={one.shipmentId}
            name="shipping-service"
            value={one.shipmentId}
            title={`Add to your parcel of ${countCards(one.cardCount)} that we have not packed yet`}
            text={`To ${one.shippingAddress.addressLine1}, ${one.shippingAddress.city}, for the difference`}
            isSelected={beside?.shipmentId === one.shipmentId}
            isDisabled={isLocked}
            onSelect={() => onChoose({ shipmentId: one.shipmentId })}
          >
            <Price amount={one.quote.fee.totalFee} className="text-small font-[560]" />
          </RadioRow>
        ))}
        {quotes.quotes.map((one) => (
          <RadioRow
            key={one.serviceKey}
            name="shipping-service"
            value={one.serviceKey}
            title={quotes.quotes.length === 1 ? 'Ship separately' : one.service}
            text={one.estimatedDelivery}
            isSelected={beside === null && one.serviceKey === quote?.serviceKey}
            isDisabled={isLocked}
            onSelect={() => onChoose({ serviceKey: one.serviceKey })}
          >
            <Price amount={one.fee.totalFee} className="text-small font-[560]" />
          </RadioRow>
        ))}
      </fieldset>
      <p className="mt-4 text-small text-text-2">
        If your parcel is lost, we pay each card&apos;s market value and the fee.
      </p>
    </Panel>
  );
}

/** Says how much value is missing for free shipping. Renders nothing if shipping is never free. */
export function FreeFrom({
  quote,
  marketValue,
}: {
  quote: ShippingQuote;
  marketValue: Quotes['marketValue'];
}) {
  const { freeFrom } = quote;
  if (freeFrom === null) return null;
  return (
    <p className="mt-4 text-small text-text-2">
      Shipping is free from a market value of <Price amount={freeFrom} />
      {marketValue < freeFrom && (
        <>
          : <Price amount={difference(freeFrom, marketValue)} /> more
        </>
      )}
      .
    </p>
  );
}

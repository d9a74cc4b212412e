// The choices for sending a parcel: a service, insurance, or adding the cards to a waiting parcel.
import type { ShippingQuote } from '#contract/shipping.ts';
import { difference, formatCad } from '#domain/money.ts';
import { countCards } from '../collection/card-words.ts';
import { Checkbox } from '../ui/checkbox.tsx';
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
  const plain = quotes.quotes.filter((one) => !one.isInsured);
  const insured = quotes.quotes.find(
    (one) => one.isInsured && beside === null && one.serviceKey === quote?.serviceKey,
  );
  const isChoice = plain.length + quotes.beside.length > 1;
  if (!isChoice && insured === undefined) return null;
  return (
    <Panel title="Delivery">
      {isChoice && (
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
          {plain.map((one) => (
            <RadioRow
              key={one.serviceKey}
              name="shipping-service"
              value={one.serviceKey}
              title={plain.length === 1 ? 'Ship separately' : one.service}
              text={describeService(one)}
              isSelected={beside === null && one.serviceKey === quote?.serviceKey}
              isDisabled={isLocked}
              onSelect={() =>
                onChoose({ serviceKey: one.serviceKey, isInsured: quote?.isInsured === true })
              }
            >
              <Price amount={one.fee.totalFee} className="text-small font-[560]" />
            </RadioRow>
          ))}
        </fieldset>
      )}
      {insured !== undefined && (
        <Checkbox
          className={isChoice ? 'mt-5' : undefined}
          checked={quote?.isInsured === true}
          disabled={isLocked}
          onChange={({ target }) =>
            onChoose({ serviceKey: insured.serviceKey, isInsured: target.checked })
          }
          label={
            <>
              Insure{' '}
              {insured.insuredValue === quotes.marketValue ? 'to the market value, ' : 'up to '}
              {formatCad(insured.insuredValue)} (+{formatCad(insured.fee.insuranceFee)})
            </>
          }
        />
      )}
      {insured !== undefined && (
        <p className="mt-2 text-small text-text-2">
          If your parcel is lost, we pay each card&apos;s market value in any case.
        </p>
      )}
    </Panel>
  );
}

function describeService({ estimatedDelivery, insuredValue, isInsured }: ShippingQuote): string {
  if (insuredValue === 0 || isInsured) return estimatedDelivery;
  return `${estimatedDelivery}, insured up to ${formatCad(insuredValue)}`;
}

/** The amount still missing for free shipping. Renders nothing if shipping is never free. */
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

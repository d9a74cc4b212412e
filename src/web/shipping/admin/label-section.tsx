// The shipping label of a packed parcel, if the shop buys labels. It shows the carriers' prices, buys the label, and
// links to the label for printing.
import { askCarrier, buyLabel, type LabelState } from '#contract/shipping-labels.ts';
import { formatMinor } from '#domain/decimals.ts';
import { useState } from 'react';
import { DrawerSection } from '../../admin-kit/drawer.tsx';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Banner } from '../../ui/states.tsx';

export function LabelSection({ id, seller }: { id: string; seller: string }) {
  const [state, setState] = useState<LabelState | null>(null);
  const [rateId, setRateId] = useState('');
  const ask = useDo(askCarrier);
  const buy = useDo(buyLabel);
  const problem = buy.error ?? ask.error;
  const show = (found: LabelState) => {
    setState(found);
    setRateId(found.rates[0]?.id ?? '');
  };
  const rate = state?.rates.find((one) => one.id === rateId);
  return (
    <DrawerSection title="Label">
      <div className="grid justify-items-start gap-4 text-small">
        {problem !== null && <Banner title="No label">{messageOf(problem)}</Banner>}
        {state === null && (
          <Button
            variant="secondary"
            busy={ask.isPending}
            onClick={() => ask.mutate({ id }, { onSuccess: show })}
          >
            Ask {seller} for a label
          </Button>
        )}
        {state !== null && state.label === null && state.rates.length === 0 && (
          <p>No carrier takes this parcel.</p>
        )}
        {state?.problems.map((words) => (
          <p key={words} className="text-text-2">
            {words}
          </p>
        ))}
        {state !== null && rate !== undefined && (
          <>
            <Select
              label="Service"
              value={rateId}
              options={state.rates.map((one) => ({ value: one.id, label: describeRate(one) }))}
              onChange={({ target }) => setRateId(target.value)}
            />
            <Button
              busy={buy.isPending}
              onClick={() => buy.mutate({ id, rateId }, { onSuccess: show })}
            >
              Buy label
              {rate.amountMinor !== null && ` for ${formatMinor(rate.amountMinor, rate.currency)}`}
            </Button>
          </>
        )}
        {state?.label && <Bought label={state.label} />}
      </div>
    </DrawerSection>
  );
}

function describeRate({
  carrier,
  service,
  amountMinor,
  currency,
  deliveryDays,
}: LabelState['rates'][number]) {
  const days = deliveryDays === null ? '' : `, ${deliveryDays} days`;
  const price = amountMinor === null ? '' : `: ${formatMinor(amountMinor, currency)}`;
  return `${carrier} ${service}${days}${price}`;
}

function Bought({ label }: { label: NonNullable<LabelState['label']> }) {
  return (
    <p>
      <a
        href={label.labelUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="link font-semibold"
      >
        Print the label
        <span className="sr-only"> (opens it in a new tab)</span>
      </a>
      <span className="block">
        {label.carrier} {label.service}, tracking number {label.trackingNumber}
      </span>
    </p>
  );
}

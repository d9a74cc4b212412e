// The page with one shipment, for its owner: progress, contents, destination, and a button to cancel it.
import { showShipment, type OwnShipment, type Shipment } from '#contract/shipping.ts';
import { canCancelOwnShipment } from '#domain/shipping.ts';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useAsk } from '../api/ask.ts';
import { asApiError } from '../api/api-error.ts';
import { messageOf } from '../api/messages.ts';
import { CardLink } from '../catalogue/card-link.tsx';
import { CardImage } from '../ui/art.tsx';
import { buttonClass } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/states.tsx';
import { SumLine } from '../ui/sum-line.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { methodWords } from '../wallet/transaction-words.ts';
import { formatMoment } from '../ui/moments.ts';
import { CancelButton } from './cancel-button.tsx';
import { FeeLines } from './fee-lines.tsx';
import { SHIPMENT_WORDS, stationsOf } from './shipment-words.ts';
import { countCards } from '../collection/card-words.ts';
import { Address, ShipmentBadge, Tracking } from './shipment-parts.tsx';

export const screen = createLazyRoute('/shipments/$shipmentId')({ component: ShipmentPage });

function ShipmentPage() {
  const { shipmentId } = screen.useParams();
  const shipment = useAsk(showShipment, { id: shipmentId });
  // After a cancellation the button disappears. The focus then moves to this heading, because the new status is next to
  // it.
  const heading = useRef<HTMLHeadingElement>(null);
  const fallback = useFocusFallback(() => heading.current);
  return (
    <div {...fallback} className="page pt-9 pb-20">
      <Link
        to="/shipments"
        className="link inline-flex min-h-11 items-center gap-1.5 text-small font-[560]"
      >
        <Icon name="left" size={16} />
        Shipments
      </Link>
      <div className="mt-3 mb-7 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 ref={heading} tabIndex={-1} className="text-h2 sm:text-h1">
          Shipment
        </h1>
        {shipment.data && <ShipmentBadge shipment={shipment.data} />}
      </div>
      {shipment.data ? (
        <Details shipment={shipment.data} />
      ) : shipment.isError ? (
        <ShipmentError error={shipment.error} onRetry={() => void shipment.refetch()} />
      ) : (
        <Loading text="Loading shipment...">
          <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
            <Skeleton className="h-96" />
            <Skeleton className="h-72" />
          </div>
        </Loading>
      )}
    </div>
  );
}

/** Shows the error. If the shipment does not exist or belongs to another user, shows "not found" instead. */
function ShipmentError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if ([400, 404].includes(asApiError(error).status)) {
    return (
      <EmptyState
        title="Shipment not found"
        text="It is not one of yours, or its address is incomplete."
        action={
          <Link to="/shipments" className={buttonClass({ variant: 'secondary' })}>
            See all shipments
          </Link>
        }
      />
    );
  }
  return (
    <ErrorState title="Failed to load this shipment" text={messageOf(error)} onRetry={onRetry} />
  );
}

function Details({ shipment }: { shipment: OwnShipment }) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="grid min-w-0 gap-6">
        <Progress shipment={shipment} />
        <Panel title={countCards(shipment.cards.length)}>
          <ul className="grid gap-3 sm:grid-cols-2">
            {shipment.cards.map((card) => (
              <li key={card.cardId} className="flex min-w-0 items-center gap-3 text-small">
                <CardImage src={card.imageUrl} alt="" className="w-10 shrink-0" />
                <CardLink id={card.catalogueCardId} className="min-w-0 font-[560] break-words">
                  {card.name}
                </CardLink>
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <div className="grid min-w-0 gap-6">
        <Panel title="Shipping to">
          <Address shipment={shipment} />
        </Panel>
        <Cost shipment={shipment} />
        <p className="px-1 text-small break-words text-text-2">Request ID: {shipment.id}</p>
      </div>
    </div>
  );
}

function Progress({ shipment }: { shipment: OwnShipment }) {
  return (
    <Panel title="Progress">
      <Timeline shipment={shipment} />
      <Tracking shipment={shipment} />
      {shipment.checkedUntil !== null && (
        <p className="mt-5 border-t border-line pt-5 text-small">
          We are checking the payments of this parcel, by {formatMoment(shipment.checkedUntil)}.
          Then we send it. Your cards stay yours.
        </p>
      )}
      {shipment.goesWithId !== null && (
        <p className="mt-5 border-t border-line pt-5 text-small">
          These cards go with{' '}
          <Link
            to="/shipments/$shipmentId"
            params={{ shipmentId: shipment.goesWithId }}
            className="link font-semibold"
          >
            your other parcel
          </Link>
          .
        </p>
      )}
      {shipment.additions.length > 0 && (
        <div className="mt-5 border-t border-line pt-5 text-small">
          <ul className="grid gap-2">
            {shipment.additions.map(({ id, cardCount }) => (
              <li key={id}>
                <Link
                  to="/shipments/$shipmentId"
                  params={{ shipmentId: id }}
                  className="link font-semibold"
                >
                  {cardCount} more {cardCount === 1 ? 'card' : 'cards'}
                </Link>{' '}
                {cardCount === 1 ? 'goes' : 'go'} with it.
              </li>
            ))}
          </ul>
        </div>
      )}
      {canCancelOwnShipment(shipment.status) && (
        <div className="mt-5 border-t border-line pt-5">
          <CancelButton shipment={shipment} />
        </div>
      )}
    </Panel>
  );
}

function Cost({ shipment }: { shipment: OwnShipment }) {
  // The text does not say that the refund has arrived: a card refund waits for the provider, and a bank may have
  // reversed a disputed fee. Only a refund to the balance arrives at once.
  const isReturned = shipment.status === 'cancelled' && shipment.fee.totalFee > 0;
  return (
    <Panel title="Cost">
      <dl className="grid gap-2.5 text-small">
        <FeeLines fee={shipment.fee} isBeside={shipment.goesWithId !== null} />
        <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-3 text-body font-semibold">
          <dt>Total Fee</dt>
          <dd>
            <Price amount={shipment.fee.totalFee} />
          </dd>
        </div>
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-text-2">Payment method</dt>
          <dd className="text-right">{methodWords(shipment.paymentMethod)}</dd>
        </div>
        {shipment.insuredValue > 0 && <SumLine label="Insured" amount={shipment.insuredValue} />}
        {isReturned && shipment.paymentMethod === 'balance' && (
          <SumLine label="Returned to your balance" amount={shipment.fee.totalFee} />
        )}
      </dl>
      {isReturned && shipment.paymentMethod !== 'balance' && (
        <p className="mt-4 border-t border-line pt-4 text-small">
          What goes back to your card is listed under{' '}
          <Link to="/transactions" search={{ type: 'refund' }} className="link font-semibold">
            Transactions
          </Link>
          .
        </p>
      )}
    </Panel>
  );
}

function Timeline({ shipment }: { shipment: Shipment }) {
  const stations = stationsOf(shipment);
  const reached = stations.filter(({ at }) => at !== null).length - 1;
  return (
    <>
      <ol className="grid">
        {stations.map(({ status, at }, place) => (
          <li
            key={status}
            aria-current={place === reached ? 'step' : undefined}
            className="relative flex gap-4 pb-5 last:pb-0"
          >
            {place < stations.length - 1 && (
              <span
                aria-hidden="true"
                className={classNames(
                  'absolute top-6 bottom-0 left-[11px] w-0.5',
                  place < reached ? 'bg-brand' : 'bg-line',
                )}
              />
            )}
            <span
              aria-hidden="true"
              className={classNames(
                'grid size-6 shrink-0 place-items-center rounded-full',
                at === null ? 'border-2 border-line-strong' : 'bg-brand text-on-brand',
              )}
            >
              {at !== null && <Icon name={status === 'cancelled' ? 'close' : 'check'} size={14} />}
            </span>
            <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 text-small">
              <span className={at === null ? 'text-text-2' : 'font-semibold'}>
                {SHIPMENT_WORDS[status].word}
              </span>
              <span className="text-text-2">
                {at === null ? 'Still to come' : formatMoment(at)}
              </span>
            </span>
          </li>
        ))}
      </ol>
      {['requested', 'packed', 'shipped'].includes(shipment.status) && (
        <p className="mt-5 border-t border-line pt-5 text-small text-text-2">
          Estimated Delivery: {shipment.estimatedDelivery}
        </p>
      )}
    </>
  );
}

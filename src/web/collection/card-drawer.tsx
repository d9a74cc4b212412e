// The panel with one of the viewer's cards. It shows where the card came from, its history, and its value on arrival
// and now.
import { showCard, showCardHistory, type CardItem } from '#contract/collection.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { CardEvent, CardStatus } from '#domain/card.ts';
import { packInWords } from '#domain/drop.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Drawer, DrawerSection, DetailList } from '../admin-kit/drawer.tsx';
import { useAsk } from '../api/ask.ts';
import { useReducedMotion } from '../browser/motion.ts';
import { FINISH_WORDS } from '#domain/finish-words.ts';
import { StatusBadge } from '../catalogue/status-badge.tsx';
import { Badge, RarityBadge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { LitCard } from '../ui/lit-card.tsx';
import { IllustrationMark } from '../ui/illustration-mark.tsx';
import { formatMoment } from '../ui/moments.ts';
import { Price } from '../ui/price.tsx';
import { Worth } from '../ui/worth.tsx';
import { PAID_WORDS } from './card-words.ts';
import { Expiry } from './expiry.tsx';
import { shippingState } from './navigation-state.ts';
import { NotBought } from './not-bought.tsx';
import { ReturnSingle } from './return-single.tsx';

export function OwnCardDrawer({
  id,
  onClose,
  onSell,
}: {
  id: string;
  onClose: () => void;
  onSell: (item: CardItem) => void;
}) {
  const card = useAsk(showCard, { id });
  const found = card.data;
  // `data` is null for a card of the catalogue, because such a card belongs to nobody and has no history.
  const data = found === undefined ? undefined : 'packCost' in found ? found : null;
  return (
    <Drawer
      title={data?.card.name ?? 'Card'}
      what="card"
      query={{ ...card, data }}
      onClose={onClose}
    >
      {(item) => (
        <OwnCard item={item} isCurrent={!card.isFetching} onSell={onSell} onClose={onClose} />
      )}
    </Drawer>
  );
}

function OwnCard({
  item,
  isCurrent,
  onSell,
  onClose,
}: {
  item: CardItem;
  /** Whether the item is not being loaded again. */
  isCurrent: boolean;
  onSell: (item: CardItem) => void;
  onClose: () => void;
}) {
  const { card } = item;
  const history = useAsk(showCardHistory, { id: card.id, days: '30' });
  const isCalm = useReducedMotion();
  const isFree = item.status === 'available';
  return (
    <div className="grid gap-6">
      <div className="flex gap-5">
        <div className="w-36 shrink-0 text-center max-sm:w-25">
          <LitCard card={{ ...card, image: card.imageUrl }} alt="" sizes="144px" isCalm={isCalm} />
          <IllustrationMark src={card.imageUrl} className="mt-2 block" />
        </div>
        <div className="grid min-w-0 content-start gap-3 text-small">
          <p className="flex flex-wrap gap-2">
            <RarityBadge rarity={card.rarity} />
            <Badge tone="outline">{FINISH_WORDS[card.finish]}</Badge>
            <StatusBadge status={item.status} />
            {item.boughtFor !== null && <Badge tone="outline">Bought</Badge>}
          </p>
          <p className="text-text-2">
            {card.set_name} · {card.number}
          </p>
          <Amounts item={item} />
          {isFree && item.boughtFor === null && (
            <p>
              <span className="text-text-2">Expires </span>
              <Expiry item={item} />
            </p>
          )}
          <Link to="/card/$cardId" params={{ cardId: card.catalogueCardId }} className="link">
            Prices of this card
          </Link>
        </div>
      </div>
      {isFree && <SellOrShip item={item} onSell={onSell} />}
      {isFree && item.boughtFor !== null && (
        <ReturnSingle card={card} isCurrent={isCurrent} onReturned={onClose} />
      )}
      {item.boughtFor !== null && (item.status === 'shipped' || item.status === 'delivered') && (
        <p className="text-small text-text-2">
          You asked us to send it, so it can’t be returned any more.
        </p>
      )}
      <DrawerSection title="Where it came from">
        <DetailList details={originOf(item, history.data)} />
      </DrawerSection>
      <DrawerSection title="History">
        {history.data === undefined ? (
          <p className="text-small text-text-2">
            {history.isError ? 'Its history could not be loaded.' : 'Loading its history…'}
          </p>
        ) : (
          <Events history={history.data} item={item} />
        )}
      </DrawerSection>
    </div>
  );
}

/**
 * The amount that a card brought or, while the owner has it, would bring. For a card that has left, only its market
 * value.
 */
function Amounts({ item: { status, sellPrice, marketValue } }: { item: CardItem }) {
  if (status === 'sold' || status === 'converted') {
    return (
      <p>
        {PAID_WORDS[status]} <Price amount={sellPrice} className="font-semibold" />
      </p>
    );
  }
  if (isHere(status)) return <Worth as="stack" market={marketValue} sellPrice={sellPrice} />;
  return (
    <p className="text-text-2">
      Market <Price amount={marketValue} />
    </p>
  );
}

function isHere(status: CardStatus): boolean {
  return status === 'available' || status === 'locked';
}

function SellOrShip({ item, onSell }: { item: CardItem; onSell: (item: CardItem) => void }) {
  return (
    <div className="grid grid-cols-2 gap-3">
      {item.sellPrice > 0 ? (
        <Button variant="secondary" onClick={() => onSell(item)}>
          Sell
        </Button>
      ) : (
        <NotBought />
      )}
      <Link
        to="/shipping"
        state={shippingState([item])}
        className={buttonClass({ variant: 'secondary' })}
      >
        Ship
      </Link>
    </div>
  );
}

type History = Reply<typeof showCardHistory>;

function originOf(item: CardItem, history: History | undefined): (readonly [string, ReactNode])[] {
  const isBought = item.boughtFor !== null;
  return [
    [
      isBought ? 'From' : 'Pack',
      <span key="pack" className="grid gap-1">
        {isBought ? 'A single from our shelf' : item.packName}
        {history?.inDrop && (
          <Link to="/verify" search={{ pack: history.inDrop.placeId }} className="link">
            {packInWords(history.inDrop)}: its proof
          </Link>
        )}
      </span>,
    ],
    [
      isBought ? 'Bought' : 'Opened',
      <span key="opened" className="grid gap-1">
        {formatMoment(item.openedAt)}
        {!isBought && (
          <Link to="/card-opening" search={{ opening: item.packOpeningId }} className="link">
            Watch the opening again
          </Link>
        )}
      </span>,
    ],
    ...(item.packCost === null
      ? []
      : ([
          [
            isBought ? 'You paid, with tax' : 'Its pack cost',
            <Price key="cost" amount={item.packCost} />,
          ],
        ] as const)),
    ['Condition', item.card.condition],
    ...(history?.packId === undefined || history.packId === null
      ? []
      : ([
          [
            'Certification',
            <Link
              key="certification"
              to="/verify/$physicalPackId"
              params={{ physicalPackId: history.packId }}
              className="link"
            >
              The pack it was in
            </Link>,
          ],
        ] as const)),
  ];
}

const EVENT_WORDS: Record<CardEvent, string> = {
  opened: 'Pulled from its pack',
  bought: 'Bought as a single',
  reminded: 'You were reminded that it expires',
  sold: 'Sold',
  converted: 'Converted to credits',
  shipped: 'Shipping requested',
  delivered: 'Delivered',
  reclaimed: 'Taken back with its payment',
  lost: 'Lost or damaged by us, and paid for',
  returned: 'Returned',
};

/** The label of the amount in an event. Without an entry here, the amount is what a sale brought. */
const PAID_FOR_EVENT: Partial<Record<CardEvent, string>> = {
  converted: PAID_WORDS.converted,
  bought: 'Price before tax',
  returned: 'Given back',
};

/** The events of a card, oldest first. If the owner still has the card, its present value follows the last event. */
function Events({ history: { events, shipmentId }, item }: { history: History; item: CardItem }) {
  return (
    <ol className="grid border-t border-line text-small">
      {events.map((event) => (
        <li
          key={`${event.type} ${event.at.toISOString()}`}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-b border-line py-2.5"
        >
          <span className="grid gap-0.5">
            <span className="font-[560]">
              {EVENT_WORDS[event.type]}
              {event.daysAhead !== null &&
                `, ${event.daysAhead === 1 ? '1 day' : `${event.daysAhead} days`} ahead`}
            </span>
            <span className="text-text-2">{formatMoment(event.at)}</span>
            {event.type === 'shipped' && shipmentId !== null && (
              <Link to="/shipments/$shipmentId" params={{ shipmentId }} className="link">
                Its parcel
              </Link>
            )}
          </span>
          <span className="grid text-right">
            {event.paid !== null && (
              <span>
                {PAID_FOR_EVENT[event.type] ?? PAID_WORDS.sold}{' '}
                <Price amount={event.paid} className="font-semibold" />
              </span>
            )}
            {event.marketValue !== null && (
              <span className="text-text-2">
                Market <Price amount={event.marketValue} />
              </span>
            )}
          </span>
        </li>
      ))}
      {isHere(item.status) && (
        <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
          <span className="font-[560]">Now</span>
          <span className="text-text-2">
            Market <Price amount={item.marketValue} />
          </span>
        </li>
      )}
    </ol>
  );
}

// Lists the viewer's copies of a card, with the history of each copy and what the viewer can do with it.
import type { CatalogueCard } from '#contract/catalogue.ts';
import { showCard } from '#contract/collection.ts';
import type { OwnCopy } from '#contract/collection-copies.ts';
import { formatCad } from '#domain/money.ts';
import { sellPrice } from '#domain/sellback.ts';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useAsk } from '../api/ask.ts';
import { messageOf } from '../api/messages.ts';
import { useOwnCopies } from '../catalogue/card-queries.ts';
import { StatusBadge } from '../catalogue/status-badge.tsx';
import { ShareButton } from '../sharing/share-button.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { formatDay } from '../ui/moments.ts';
import { Pagination } from '../ui/pagination.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { shippingState } from './navigation-state.ts';
import { NotBought } from './not-bought.tsx';
import { SellDialog } from './sell-dialog.tsx';

export function OwnCopies({ card }: { card: CatalogueCard }) {
  const { name } = card;
  const [page, setPage] = useState(1);
  const [sellingId, setSellingId] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  // After a sale, the focus moves to the list, because the sold copy's button disappears.
  const fallback = useFocusFallback(() => list.current);
  const { data, error, refetch } = useOwnCopies(card.id, page);
  if (data === undefined) {
    if (error === null) return null;
    return (
      <ErrorState
        title="Your copies could not be loaded"
        text={messageOf(error)}
        onRetry={() => void refetch()}
      />
    );
  }
  const { copies, pagination } = data;
  return (
    <Panel
      title="Your copies"
      aside={
        pagination.total > 0 && (
          <Link to="/my-cards" className="link text-small">
            My cards
          </Link>
        )
      }
    >
      {copies.length === 0 ? (
        <p className="text-small text-text-2">You have none yet.</p>
      ) : (
        <ul ref={list} tabIndex={-1} aria-label="Your copies" {...fallback}>
          {copies.map((copy) => (
            <li
              key={copy.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 text-small last:border-0"
            >
              <span className="min-w-0">
                <span className="font-semibold">{copy.packName}</span>
                <span className="block text-text-2">{storyOf(copy)}</span>
              </span>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                {copy.exitPrice !== null && (
                  <span className="text-text-2">
                    for <Price amount={copy.exitPrice} className="font-semibold text-text" />
                  </span>
                )}
                <StatusBadge status={copy.status} />
                {copy.status === 'available' && (
                  <SellOrShip copy={copy} card={card} onSell={() => setSellingId(copy.id)} />
                )}
                <ShareButton
                  cardId={copy.id}
                  name={name}
                  size="small"
                  className="max-md:min-h-11"
                />
              </div>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex justify-end empty:hidden">
        <Pagination
          label="Your copies"
          page={pagination.page}
          totalPages={pagination.totalPages}
          onPage={setPage}
        />
      </div>
      {sellingId !== null && <SellCopy id={sellingId} onClose={() => setSellingId(null)} />}
    </Panel>
  );
}

function SellOrShip({
  copy,
  card: { name, image, marketValue },
  onSell,
}: {
  copy: OwnCopy;
  card: CatalogueCard;
  onSell: () => void;
}) {
  const shipped = { id: copy.id, name, imageUrl: image };
  return (
    <>
      {sellPrice(marketValue, copy.boughtFor) > 0 ? (
        <Button variant="secondary" size="small" className="max-md:min-h-11" onClick={onSell}>
          Sell<span className="sr-only"> {name}</span>
        </Button>
      ) : (
        <NotBought />
      )}
      <Link
        to="/shipping"
        state={shippingState([{ card: shipped, packOpeningId: copy.packOpeningId }])}
        className={`${buttonClass({ variant: 'secondary', size: 'small' })} max-md:min-h-11`}
      >
        Ship<span className="sr-only"> {name}</span>
      </Link>
    </>
  );
}

/** Opens the sell dialog after asking the shop for the current price. The price on the page may be a minute old. */
function SellCopy({ id, onClose }: { id: string; onClose: () => void }) {
  const item = useAsk(showCard, { id }).data;
  if (item === undefined || !('packCost' in item)) return null;
  return <SellDialog item={item} onClose={onClose} />;
}

/** Returns the history of a copy, such as "Opened 11/21/2026 · Sold 11/22/2026". */
function storyOf(copy: OwnCopy) {
  const { openedAt, status, exitedAt, shippedAt, deliveredAt, autoConvertAt, boughtFor } = copy;
  const ended = {
    sold: 'Sold',
    converted: 'Turned into credits',
    reclaimed: 'Taken back',
    lost: 'Lost by us',
    returned: 'Returned',
  }[status as string];
  const steps = [
    boughtFor === null
      ? `Opened ${formatDay(openedAt)}`
      : `Bought ${formatDay(openedAt)} for ${formatCad(boughtFor)}`,
    ended !== undefined && exitedAt !== null && `${ended} ${formatDay(exitedAt)}`,
    shippedAt !== null && `Shipping requested ${formatDay(shippedAt)}`,
    deliveredAt !== null && `Delivered ${formatDay(deliveredAt)}`,
    status === 'available' &&
      autoConvertAt !== null &&
      `Yours to sell or ship until ${formatDay(autoConvertAt)}`,
  ];
  return steps.filter((step) => step !== false).join(' · ');
}

// One card of an open pack: where it lay, whose it was, and what became of it.
import { showStockedCard, type StockedCard } from '#contract/admin-stock.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/ask.ts';
import { asApiError } from '../../api/api-error.ts';
import { messageOf } from '../../api/messages.ts';
import { StatusBadge } from '../status-badge.tsx';
import { CardImage } from '../../ui/art.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Facts } from '../../admin-kit/list-parts.tsx';
import { CARD_MOVE_WORDS } from './stock-words.tsx';

export function StockedCardDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const card = useAsk(showStockedCard, { id });
  return (
    <Dialog isOpen side="right" width={560} onClose={onClose} title={card.data?.name ?? 'Card'}>
      {card.data ? (
        <Card card={card.data} />
      ) : card.isError ? (
        ['CARD_NOT_FOUND', 'VALIDATION_ERROR'].includes(asApiError(card.error).code) ? (
          <EmptyState
            title="Card not found"
            text="There is no such card, or its pack is sealed."
            headingLevel="p"
          />
        ) : (
          <ErrorState
            title="Failed to load this card"
            text={messageOf(card.error)}
            onRetry={() => void card.refetch()}
          />
        )
      ) : (
        <Loading text="Loading the card…">
          <Skeleton className="mt-6 h-60" />
        </Loading>
      )}
    </Dialog>
  );
}

function Card({ card }: { card: StockedCard }) {
  return (
    <div className="grid gap-6">
      <div className="grid grid-cols-[96px_minmax(0,1fr)] items-start gap-5">
        <CardImage src={card.image} alt="" eager className="w-24 shadow-art" />
        <Facts
          facts={[
            ['Set', `${card.set_name} ${card.number}`],
            ['Condition', card.condition],
            ['Status', <StatusBadge key="status" status={card.status} />],
            ['Opened by', card.openedBy.email],
            [
              'Pack',
              <Link
                key="pack"
                to="/admin/stock"
                search={{ id: card.packId }}
                resetScroll={false}
                className="link hit-44"
              >
                {card.serial}
              </Link>,
            ],
          ]}
        />
      </div>
      <section aria-labelledby="card-history">
        <h3 id="card-history" className="mb-3 text-body font-semibold">
          History
        </h3>
        <ol className="grid gap-3 text-small">
          {card.moves.map((one) => (
            <li
              key={`${one.move} ${one.at.getTime()} ${one.shipmentId}`}
              className="flex flex-wrap justify-between gap-x-4"
            >
              <span className="font-[560]">
                {CARD_MOVE_WORDS[one.move]}
                {one.amount !== null && ` for ${formatCad(one.amount)}`}
              </span>
              <span className="text-text-2">{formatMoment(one.at)}</span>
              {one.shipmentId !== null && (
                <span className="w-full">
                  <Link
                    to="/admin/shipping"
                    search={{ id: one.shipmentId }}
                    className="link hit-44"
                  >
                    Shipment {one.shipmentId.slice(0, 8)}
                  </Link>
                </span>
              )}
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}

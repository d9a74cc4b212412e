// The copies of a card that the viewer has opened, and the history of each copy.
import type { OwnCopy } from '#contract/collection-copies.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../api/messages.ts';
import { ShareButton } from '../sharing/share-button.tsx';
import { formatDay } from '../ui/moments.ts';
import { Pagination } from '../ui/pagination.tsx';
import { Panel } from '../ui/panel.tsx';
import { Price } from '../ui/price.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useOwnCopies } from './card-queries.ts';
import { StatusBadge } from './status-badge.tsx';

export function OwnCopies({ cardId, name }: { cardId: string; name: string }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useOwnCopies(cardId, page);
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
        <p className="text-small text-text-2">You haven’t opened one yet.</p>
      ) : (
        <ul>
          {copies.map((copy) => (
            <li
              key={copy.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-3 text-small last:border-0"
            >
              <span className="min-w-0">
                <span className="font-semibold">{copy.packName}</span>
                <span className="block text-text-2">{storyOf(copy)}</span>
              </span>
              <div className="flex items-center gap-3">
                {copy.exitPrice !== null && (
                  <span className="text-text-2">
                    for <Price amount={copy.exitPrice} className="font-semibold text-text" />
                  </span>
                )}
                <StatusBadge status={copy.status} />
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
    </Panel>
  );
}

/** Returns the history of a copy: "Opened 11/21/2026 · Sold 11/22/2026". */
function storyOf({ openedAt, status, exitedAt, shippedAt, deliveredAt, autoConvertAt }: OwnCopy) {
  const ended = {
    sold: 'Sold',
    converted: 'Turned into credits',
    reclaimed: 'Taken back',
    lost: 'Lost by us',
  }[status as string];
  const steps = [
    `Opened ${formatDay(openedAt)}`,
    ended !== undefined && exitedAt !== null && `${ended} ${formatDay(exitedAt)}`,
    shippedAt !== null && `Shipping requested ${formatDay(shippedAt)}`,
    deliveredAt !== null && `Delivered ${formatDay(deliveredAt)}`,
    status === 'available' &&
      autoConvertAt !== null &&
      `Yours to sell or ship until ${formatDay(autoConvertAt)}`,
  ];
  return steps.filter((step) => step !== false).join(' · ');
}

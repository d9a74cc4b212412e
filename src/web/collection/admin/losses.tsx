// The booked losses of cards and parcels, newest first. The page shows them below the locked cards.
import { showAdminShipment } from '#contract/shipping-admin.ts';
import { listLosses, type BookedLoss } from '#contract/shipping-losses.ts';
import { LOSS_WORDS } from '#domain/loss.ts';
import { formatCad } from '#domain/money.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { WhenMay } from '../../admin-kit/when-may.tsx';
import { useAsk } from '../../api/ask.ts';
import { formatMoment } from '../../ui/moments.ts';
import { Pagination } from '../../ui/pagination.tsx';

const ON_A_PAGE = 25;

export function Losses() {
  const [page, setPage] = useState(1);
  const { data } = useAsk(listLosses, { page, limit: ON_A_PAGE }, { keepsPrevious: true });
  if (data === undefined || data.losses.length === 0) return null;
  return (
    <section aria-labelledby="losses" className="mt-10">
      <h2 id="losses" className="mb-4 text-h3">
        Losses
      </h2>
      <ul className="grid text-small">
        {data.losses.map((loss) => (
          <Loss key={`${loss.card?.id} ${loss.shipmentId}`} loss={loss} />
        ))}
      </ul>
      <Pagination
        label="Losses"
        page={page}
        totalPages={data.pagination.totalPages}
        onPage={setPage}
      />
    </section>
  );
}

function Loss({ loss }: { loss: BookedLoss }) {
  const { card, shipmentId, owner, reason, amount, method, reference } = loss;
  return (
    <li className="grid gap-0.5 border-t border-line py-2.5 last:border-b">
      <span className="flex justify-between gap-4 font-[560]">
        <span className="min-w-0 break-words">
          {card === null ? 'Fee of a lost parcel' : `${card.name}: ${LOSS_WORDS[reason]}`}
        </span>
        <span className="tabular-nums">{formatCad(amount)}</span>
      </span>
      <span className="break-all text-text-2">
        {owner.email} · {wayWords(method, reference)}
      </span>
      <span className="break-all text-text-2">
        {formatMoment(loss.decidedAt)} · by {loss.decidedBy}
      </span>
      {shipmentId !== null && (
        <WhenMay call={showAdminShipment}>
          <Link
            to="/admin/shipping"
            search={{ id: shipmentId }}
            className="link hit-44 justify-self-start"
          >
            Shipment {shipmentId.slice(0, 8)}
          </Link>
        </WhenMay>
      )}
    </li>
  );
}

function wayWords(method: BookedLoss['method'], reference: string | null): string {
  switch (method) {
    case 'credits':
      return 'in credits';
    case 'transfer':
      return `by transfer ${reference}`;
    case 'replacement':
      return 'replaced from the shelf';
  }
}

// One card of an open pack: its place, its owner, and its history.
import { showStockedCard, type StockedCard } from '#contract/admin-stock.ts';
import { isOwners } from '#domain/loss.ts';
import { formatCad } from '#domain/money.ts';
import { isAdmitted } from '#domain/access.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useVisitor } from '../../accounts/visitor.ts';
import { StatusBadge } from '../../catalogue/status-badge.tsx';
import { CardImage } from '../../ui/art.tsx';
import { formatMoment } from '../../ui/moments.ts';
import { Drawer, DrawerSection, DetailList } from '../../admin-kit/drawer.tsx';
import { CardLossForm } from '../../admin-kit/loss-form.tsx';
import { Button } from '../../ui/button.tsx';

import { CARD_MOVE_WORDS } from './stock-words.tsx';
import { useAsk } from '../../api/ask.ts';

export function StockedCardDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const card = useAsk(showStockedCard, { id });
  return (
    <Drawer
      title={card.data?.name ?? 'Card'}
      what="card"
      query={card}
      missing="There is no such card, or its pack is sealed."
      onClose={onClose}
    >
      {(found) => <Card card={found} />}
    </Drawer>
  );
}

function Card({ card }: { card: StockedCard }) {
  return (
    <div className="grid gap-6">
      <div className="grid grid-cols-[96px_minmax(0,1fr)] items-start gap-5">
        <CardImage src={card.image} alt="" eager className="w-24 shadow-art" />
        <DetailList
          details={[
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
      <LossSection key={card.status} card={card} />
      <DrawerSection title="History">
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
      </DrawerSection>
    </div>
  );
}

/**
 * The form in which an admin reports a card as missing, damaged or not as recorded. The server refuses a card that
 * belongs to the shop.
 */
function LossSection({ card: { id, status } }: { card: StockedCard }) {
  const me = useVisitor();
  const [isOpen, setOpen] = useState(false);
  if (!isOwners(status) || !me || !isAdmitted(me.role, 'admin')) return null;
  if (isOpen) return <CardLossForm id={id} onClose={() => setOpen(false)} />;
  return (
    <div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Missing or damaged
      </Button>
    </div>
  );
}

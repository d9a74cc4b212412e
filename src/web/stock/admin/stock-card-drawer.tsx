// The panel with one card of an open pack. It shows the card's place, owner and history.
import { bookCardLoss } from '#contract/shipping-losses.ts';
import { showStockedCard, type StockedCard } from '#contract/admin-stock.ts';
import { removeCardNote, showCardTimeline, writeCardNote } from '#contract/admin-timeline.ts';
import { isOwners } from '#domain/loss.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../admin-kit/use-may.ts';
import { StatusBadge } from '../../catalogue/status-badge.tsx';
import { CardImage } from '../../ui/art.tsx';
import { Drawer, DetailList } from '../../admin-kit/drawer.tsx';
import { CardLossForm } from '../../admin-kit/loss-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Timeline } from '../../admin-kit/timeline.tsx';
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

const TIMELINE = { shows: showCardTimeline, writes: writeCardNote, removes: removeCardNote };

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
      <Timeline id={card.id} calls={TIMELINE} whose="Its owner" />
    </div>
  );
}

/**
 * The form in which an admin reports that a card is missing, damaged or not as recorded. Not shown for a card that
 * belongs to the shop, because the server would refuse it.
 */
function LossSection({ card: { id, status } }: { card: StockedCard }) {
  const mayBookLoss = useMay(bookCardLoss);
  const [isOpen, setOpen] = useState(false);
  if (!isOwners(status) || !mayBookLoss) return null;
  if (isOpen) return <CardLossForm id={id} onClose={() => setOpen(false)} />;
  return (
    <div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Missing or damaged
      </Button>
    </div>
  );
}

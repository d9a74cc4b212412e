// The actions on all ticked shipments. Errors stay visible until the operator dismisses them.
import { moveShipments, type AdminShipment } from '#contract/shipping-admin.ts';
import { formatCad, sum } from '#domain/money.ts';
import { nextStatuses, type ShipmentStatus } from '#domain/shipping.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toast.tsx';
import { TickBar, type Refused, type Ticks } from '../../lists/ticks.tsx';

import { countShipments, movedWords } from './shipping-words.ts';
import { useDo } from '../../api/do.ts';

type ShippingBulkBarProps = {
  ticks: Ticks;
  shipments: AdminShipment[];
  status: ShipmentStatus;
};

export function ShippingBulkBar({ ticks, shipments, status }: ShippingBulkBarProps) {
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const moves = useDo(moveShipments);
  const next = nextStatuses(status);
  const fee = sum(...shipments.filter(({ id }) => ticks.has(id)).map((one) => one.totalFee));

  const move = (to: 'packed' | 'delivered' | 'cancelled') => {
    setRefused(null);
    moves.mutate(
      { items: ticks.ids.map((id) => ({ id })), status: to },
      {
        onSuccess: (moved) => {
          const { title, failures } = movedWords(moved, to);
          if (failures.length > 0)
            setRefused({ title: `${title}, ${failures.length} not`, failures });
          else showToast({ kind: 'success', title });
          ticks.clear();
        },
        onError: (error) =>
          setRefused({ title: 'Not all shipments were updated', failures: [messageOf(error)] }),
        onSettled: () => setAsking(false),
      },
    );
  };
  const runs = (to: ShipmentStatus) => moves.isPending && moves.variables.status === to;

  const selected = countShipments(ticks.ids.length);
  return (
    <>
      <TickBar selected={selected} isShown={ticks.ids.length > 0} refused={refused}>
        {next.includes('packed') && (
          <Button size="small" busy={runs('packed')} onClick={() => move('packed')}>
            Mark packed
          </Button>
        )}
        {next.includes('delivered') && (
          <Button size="small" busy={runs('delivered')} onClick={() => move('delivered')}>
            Mark delivered
          </Button>
        )}
        <PrintLink to="/admin/shipping/pick-list" ids={ticks.ids} label="Pick list" />
        <PrintLink to="/admin/shipping/packing-slips" ids={ticks.ids} label="Packing slips" />
        {next.includes('cancelled') && (
          <Button variant="danger" size="small" onClick={() => setAsking(true)}>
            Cancel
          </Button>
        )}
      </TickBar>
      {isAsking && (
        <Confirm
          title={`Cancel ${selected}?`}
          text={`The cards return to their owners' collections, and ${formatCad(fee)} in fees is refunded. This can't be undone.`}
          cancel="Keep them"
          confirm={`Cancel ${selected}`}
          busy={moves.isPending}
          onConfirm={() => move('cancelled')}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** The link opens in a new tab, so that the ticks stay and the operator can mark the shipments as packed afterwards. */
export function PrintLink({
  to,
  ids,
  label,
}: {
  to: '/admin/shipping/pick-list' | '/admin/shipping/packing-slips';
  ids: string[];
  label: string;
}) {
  return (
    <Link
      to={to}
      search={{ ids: ids.join(',') }}
      target="_blank"
      className={buttonClass({ variant: 'secondary', size: 'small' })}
    >
      {label}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}

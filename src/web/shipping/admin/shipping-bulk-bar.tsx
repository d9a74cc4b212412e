// The actions on the ticked shipments. Errors stay visible until the operator dismisses them.
import { moveShipments, type AdminShipment } from '#contract/shipping-admin.ts';
import { formatCad, sum } from '#domain/money.ts';
import { nextStatuses, type ShipmentStatus } from '#domain/shipping.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { showToast } from '../../ui/toast.tsx';
import { TickBar, type Refused, type Ticks } from '../../lists/ticks.tsx';

import { countShipments, movedWords } from './shipping-words.ts';
import { useDo } from '../../api/do.ts';
import { useSending } from './use-sending.ts';

type ShippingBulkBarProps = {
  ticks: Ticks;
  shipments: AdminShipment[];
  status: ShipmentStatus;
  /** The company from which the shop buys labels. Null if it buys none. */
  labelSeller: string | null;
};

export function ShippingBulkBar({ ticks, shipments, status, labelSeller }: ShippingBulkBarProps) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const moves = useDo(moveShipments);
  const sending = useSending((sent, failures) => {
    if (failures.length === 0) ticks.clear();
    else
      setRefused({
        title: `${countShipments(sent.length)} sent, ${failures.length} not`,
        failures,
      });
    if (sent.length === 0) return;
    showToast({ kind: 'success', title: `${countShipments(sent.length)} sent` });
    // If some parcels were refused, the operator stays here to read why, and can open the labels of the others later.
    if (failures.length === 0) {
      void navigate({ to: '/admin/shipping/labels', search: { ids: sent.join(',') } });
    }
  });
  const next = nextStatuses(status);
  const fees = shipments.flatMap(({ id, totalFee }) =>
    ticks.has(id) && totalFee !== null ? [totalFee] : [],
  );
  const money = fees.length === 0 ? 'the fees are' : `${formatCad(sum(...fees))} in fees is`;

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
          <Link
            to="/admin/shipping/pack"
            search={{ ids: ticks.ids.join(',') }}
            className={buttonClass({ size: 'small' })}
          >
            Pick and pack
          </Link>
        )}
        {next.includes('shipped') && labelSeller !== null && (
          <Button
            size="small"
            busy={sending.isPending}
            onClick={() => {
              setRefused(null);
              sending.send(ticks.ids);
            }}
          >
            {sending.isPending
              ? `Sending ${sending.done} of ${ticks.ids.length}`
              : 'Buy labels, print and send'}
          </Button>
        )}
        {(next.includes('shipped') || next.includes('delivered')) && labelSeller !== null && (
          <PrintLink to="/admin/shipping/labels" ids={ticks.ids} label="Labels" />
        )}
        {next.includes('packed') && (
          <Button
            variant="secondary"
            size="small"
            busy={runs('packed')}
            onClick={() => move('packed')}
          >
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
          text={`The cards return to their owners' collections, and ${money} refunded. This can't be undone.`}
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

/**
 * A link that prints the ticked shipments. It opens in a new tab, so that the ticks stay and the operator can mark the
 * same shipments as packed afterwards.
 */
export function PrintLink({
  to,
  ids,
  label,
}: {
  to: '/admin/shipping/pick-list' | '/admin/shipping/packing-slips' | '/admin/shipping/labels';
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

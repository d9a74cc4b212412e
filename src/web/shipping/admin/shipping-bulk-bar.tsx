// What can be done with all the ticked shipments. What was refused stays here until it is dismissed.
import { moveShipments, type AdminShipment } from '#contract/shipping-admin.ts';
import { formatCad, sum } from '#domain/money.ts';
import { nextStatuses, type ShipmentStatus } from '#domain/shipping.ts';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useDo } from '../../api/do.ts';
import { messageOf } from '../../api/messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Banner } from '../../ui/states.tsx';
import { showToast } from '../../ui/toast.tsx';
import { countShipments, movedWords } from './shipping-words.ts';
import type { Ticks } from '../../admin-kit/ticks.tsx';

type Refused = { title: string; failures: string[] };

export function ShippingBulkBar({
  ticks,
  shipments,
  status,
}: {
  ticks: Ticks;
  shipments: AdminShipment[];
  status: ShipmentStatus;
}) {
  const [isAsking, setAsking] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const moves = useDo(moveShipments);
  const keep = useRef<HTMLButtonElement>(null);
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
          setRefused({ title: 'Not all shipments were moved', failures: [messageOf(error)] }),
        onSettled: () => setAsking(false),
      },
    );
  };
  const runs = (to: ShipmentStatus) => moves.isPending && moves.variables.status === to;

  return (
    <>
      {refused && (
        <div className="mb-4">
          <Banner title={refused.title}>
            <ul className="grid gap-1">
              {refused.failures.map((failure) => (
                <li key={failure}>{failure}</li>
              ))}
            </ul>
          </Banner>
        </div>
      )}
      {ticks.ids.length > 0 && (
        <div className="sticky top-[calc(var(--header)+8px)] z-10 mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-brand-soft px-4 py-2 text-small font-semibold text-on-brand-soft">
          <output>{countShipments(ticks.ids.length)} selected</output>
          <div className="flex flex-wrap gap-2">
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
              <Button look="danger" size="small" onClick={() => setAsking(true)}>
                Cancel
              </Button>
            )}
          </div>
        </div>
      )}
      {isAsking && (
        <Dialog
          isOpen
          role="alertdialog"
          title={`Cancel ${countShipments(ticks.ids.length)}?`}
          onClose={() => setAsking(false)}
          canClose={!moves.isPending}
          initialFocus={keep}
          width={460}
        >
          <p className="text-text-2">
            The cards come back to their owners&apos; collections, and {formatCad(fee)} in fees goes
            back to where it came from. This can&apos;t be undone.
          </p>
          <div className="mt-6 grid gap-3 sm:grid-cols-2">
            <Button
              ref={keep}
              look="secondary"
              disabled={moves.isPending}
              onClick={() => setAsking(false)}
            >
              Keep them
            </Button>
            <Button look="danger-filled" busy={runs('cancelled')} onClick={() => move('cancelled')}>
              Cancel {countShipments(ticks.ids.length)}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** In a tab of its own: what is ticked stays so, to be marked once it is packed. */
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
      className={buttonClass({ look: 'secondary', size: 'small' })}
    >
      {label}
      <span className="sr-only"> (opens in a new tab)</span>
    </Link>
  );
}

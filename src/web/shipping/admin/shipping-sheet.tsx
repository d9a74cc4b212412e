// The frame of the pick list and of the packing slips. It has a link back and a print button. If there is nothing to
// show, it says why.
import { printShipments, type AdminShipmentDetail } from '#contract/shipping-admin.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DeskSearchOfPages } from '../../admin-kit/admin-frame.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { WhenLoaded } from '../../lists/when-loaded.tsx';

import { useAsk } from '../../api/ask.ts';

export function PrintPage({
  title,
  ids,
  children,
}: {
  title: string;
  /** The ids of the shipments, separated by commas. */
  ids: string;
  children: (shipments: AdminShipmentDetail[]) => ReactNode;
}) {
  const asked = ids === '' ? [] : ids.split(',');
  // The data is never refetched, because a sheet must not change after it was printed.
  const sheets = useAsk(printShipments, asked.length > 0 ? { ids: asked } : null, {
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const isThere = sheets.data !== undefined && sheets.data.shipments.length > 0;
  return (
    <div className="page pt-9 pb-20 print:p-0">
      <div className="mx-auto max-w-4xl print:max-w-none">
        <Link
          to="/admin/shipping"
          className="link inline-flex min-h-11 items-center gap-1.5 text-small font-[560] print:hidden"
        >
          <Icon name="left" size={16} />
          Shipping
        </Link>
        <div className="mt-3 mb-7 flex flex-wrap items-center justify-between gap-4 print:hidden">
          <h1 tabIndex={-1} className="text-h2 sm:text-h1">
            {title}
          </h1>
          <div className="flex flex-wrap gap-3">
            <DeskSearchOfPages />
            {isThere && (
              <Button variant="secondary" onClick={() => print()}>
                Print
              </Button>
            )}
          </div>
        </div>
        {asked.length === 0 || sheets.data?.shipments.length === 0 ? (
          <EmptyState
            title="Nothing to print"
            text="Select shipments on the shipping page first."
            action={
              <Link to="/admin/shipping" className={buttonClass({ variant: 'secondary' })}>
                Shipping
              </Link>
            }
          />
        ) : (
          <WhenLoaded list={sheets} what="shipments">
            {({ shipments }) => children(shipments)}
          </WhenLoaded>
        )}
      </div>
    </div>
  );
}

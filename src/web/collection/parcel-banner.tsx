import { showShipment } from '#contract/shipping.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { Banner } from '../ui/states.tsx';

/** Confirms that a parcel was requested, or joined. The banner disappears once it is packed or cancelled. */
export function ParcelBanner({ id }: { id: string }) {
  const shipment = useAsk(showShipment, { id }).data;
  if (shipment?.status !== 'requested') return null;
  return (
    <div className="mb-5">
      <Banner tone="brand">
        {shipment.goesWithId === null ? 'Your parcel has been requested.' : 'Added to your parcel.'}{' '}
        We pack it next.{' '}
        <Link
          to="/shipments/$shipmentId"
          params={{ shipmentId: id }}
          className="font-semibold underline"
        >
          Follow your parcel
        </Link>
      </Banner>
    </div>
  );
}

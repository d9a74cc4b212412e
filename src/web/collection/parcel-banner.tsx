import { showShipment } from '#contract/shipping.ts';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../api/ask.ts';
import { Banner } from '../ui/states.tsx';

/** Confirms that a parcel was requested. The banner disappears once the parcel is packed or cancelled. */
export function ParcelBanner({ id }: { id: string }) {
  if (useAsk(showShipment, { id }).data?.status !== 'requested') return null;
  return (
    <div className="mb-5">
      <Banner tone="brand">
        Your parcel has been requested. We pack it next.{' '}
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

// Parts of the page of a shipment. The owner's page and the operators' page both use them.
import type { Shipment } from '#contract/shipping.ts';
import { placeLine } from '#domain/address-needs.ts';
import { useCountries } from '../accounts/use-countries.ts';
import { Badge } from '../ui/badge.tsx';
import { SHIPMENT_WORDS } from './shipment-words.ts';
import { trackingAddress } from './tracking.ts';

export function ShipmentBadge({ shipment }: { shipment: Pick<Shipment, 'status'> }) {
  const { word, tone } = SHIPMENT_WORDS[shipment.status];
  return <Badge tone={tone}>{word}</Badge>;
}

/** The carrier's tracking number. If the carrier's tracking page is known, the number links to it. */
export function Tracking({
  shipment: { carrier, trackingNumber },
}: {
  shipment: Pick<Shipment, 'carrier' | 'trackingNumber'>;
}) {
  if (carrier === null || trackingNumber === null) return null;
  const address = trackingAddress(carrier, trackingNumber);
  return (
    <p className="mt-3 text-small break-words">
      <span className="text-text-2">{carrier}: </span>
      {address === null ? (
        <span className="font-semibold">{trackingNumber}</span>
      ) : (
        <a
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          className="link hit-44 font-semibold"
        >
          {trackingNumber}
          <span className="sr-only"> (opens the carrier&apos;s page in a new tab)</span>
        </a>
      )}
    </p>
  );
}

export function Address({
  shipment: { shippingAddress: address },
}: {
  shipment: Pick<Shipment, 'shippingAddress'>;
}) {
  const countries = useCountries(address?.country ?? 'US');
  if (address === null) return <p className="text-small text-text-2">The address was deleted.</p>;
  const lines = [
    `${address.firstName} ${address.lastName}`,
    address.addressLine1,
    address.addressLine2,
    placeLine(address),
    countries.find(({ value }) => value === address.country)?.label ?? address.country,
  ].filter((line) => line !== null);
  return (
    <address className="grid text-small not-italic">
      {lines.map((line, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- Lines of an address have only their order.
        <span key={at} className="min-w-0 break-words">
          {line}
        </span>
      ))}
    </address>
  );
}

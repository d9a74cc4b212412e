// The carriers' tracking pages.

/** The carriers with a known tracking page. */
export const CARRIERS = ['Canada Post', 'USPS', 'UPS', 'FedEx', 'DHL'];

const TRACKERS = new Map<string, (number: string) => string>([
  [
    'canadapost',
    (number) => `https://www.canadapost-postescanada.ca/track-reperage/en#/details/${number}`,
  ],
  ['usps', (number) => `https://tools.usps.com/go/TrackConfirmAction?tLabels=${number}`],
  ['ups', (number) => `https://www.ups.com/track?tracknum=${number}`],
  ['fedex', (number) => `https://www.fedex.com/fedextrack/?trknbr=${number}`],
  ['dhl', (number) => `https://www.dhl.com/ca-en/home/tracking.html?tracking-id=${number}`],
]);

/** The URL of the carrier's page about a parcel; null for an unknown carrier. */
export function trackingAddress(carrier: string, trackingNumber: string): string | null {
  const name = carrier.toLowerCase().replaceAll(/[^a-z]/g, '');
  return TRACKERS.get(name)?.(encodeURIComponent(trackingNumber)) ?? null;
}

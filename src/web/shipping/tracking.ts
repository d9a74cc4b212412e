// Links to the tracking pages of carriers.

/** The carriers whose tracking page is known. */
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

/** Returns the URL of the carrier's page about a parcel. Returns null if the carrier is unknown. */
export function trackingAddress(carrier: string, trackingNumber: string): string | null {
  const name = carrier.toLowerCase().replaceAll(/[^a-z]/g, '');
  return TRACKERS.get(name)?.(encodeURIComponent(trackingNumber)) ?? null;
}

import type { Shipment } from '#contract/shipping.ts';
import { placeLine } from '#domain/address-needs.ts';
import { formatCad } from '#domain/money.ts';
import type { ShipmentStatus } from '#domain/shipping.ts';
import type { Letterhead } from '../letterhead.ts';
import { writeMail, type Mail, type MailPart } from '../write-mail.ts';

/** Notifies the owner of a shipment's new status. */
export function shipmentStateMail(shipment: Shipment, head: Letterhead): Mail {
  const { status, cards } = shipment;
  const parcel = cards.length === 1 ? '1 card' : `${cards.length} cards`;
  return writeMail(head, {
    kind: `shipment_${status}`,
    subject: SUBJECTS[status](parcel),
    parts: [
      ...describeShipmentState(shipment, parcel),
      { rows: cards.map(({ name }) => ({ name })) },
      { link: `${head.publicUrl}/shipments/${shipment.id}`, label: 'See the shipment' },
    ],
  });
}

const SUBJECTS: Record<ShipmentStatus, (parcel: string) => string> = {
  requested: (parcel) => `We are getting ${parcel} ready to ship`,
  packed: (parcel) => `Your ${parcel} are packed`,
  shipped: (parcel) => `${parcel} on the way to you`,
  delivered: (parcel) => `Delivered: ${parcel}`,
  cancelled: (parcel) => `Shipment of ${parcel} cancelled`,
  lost: (parcel) => `Your parcel with ${parcel} is lost`,
};

function describeShipmentState(shipment: Shipment, parcel: string): MailPart[] {
  const { status, fee, paymentMethod, shippingAddress, carrier, trackingNumber } = shipment;
  const total = formatCad(fee.totalFee);
  const place =
    shippingAddress === null
      ? ''
      : [
          `${shippingAddress.firstName} ${shippingAddress.lastName}`,
          shippingAddress.addressLine1,
          ...(shippingAddress.addressLine2 === null ? [] : [shippingAddress.addressLine2]),
          placeLine(shippingAddress),
          shippingAddress.country,
        ].join('\n');
  switch (status) {
    case 'requested':
      return [
        `Your shipping request for ${parcel} is in. ${costWords(shipment)}`,
        `It goes to:\n${place}`,
        `Once it is on its way, it takes ${shipment.estimatedDelivery}. You can cancel it until we begin to pack it.`,
      ];
    case 'shipped':
      return [
        `Your parcel with ${parcel} has left us with ${carrier}. Its tracking number is ${trackingNumber}.`,
        `It usually takes ${shipment.estimatedDelivery}.`,
      ];
    case 'delivered':
      return [`Your parcel with ${parcel} has been delivered. Enjoy your cards.`];
    case 'cancelled':
      return [
        `The shipment of ${parcel} was cancelled. The cards are back in your collection.`,
        ...(fee.totalFee === 0
          ? []
          : [
              paymentMethod === 'balance'
                ? `${total} went back to your balance.`
                : `${total} goes back to your card. Banks take a few days.`,
            ]),
      ];
    case 'packed':
      return [`Your parcel with ${parcel} is packed.`];
    case 'lost':
      return [`Your parcel with ${parcel} is lost.`];
  }
}

/** Returns sentences about the cost of a shipment, and about the earlier parcel that it joins, if there is one. */
function costWords({ fee, paymentMethod, insuredValue, goesWithId }: Shipment): string {
  const paid = paymentMethod === 'balance' ? 'with your balance' : 'by card';
  const words = [
    fee.totalFee === 0
      ? 'Shipping costs nothing.'
      : `Shipping cost ${formatCad(fee.totalFee)}, paid ${paid}.`,
    ...(insuredValue === 0 ? [] : [`It is insured up to ${formatCad(insuredValue)}.`]),
    ...(goesWithId === null ? [] : ['It goes with your parcel that we have not packed yet.']),
  ];
  return words.join(' ');
}

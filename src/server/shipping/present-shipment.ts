import type { Shipment } from '#contract/shipping.ts';
import { assert } from '#domain/rejection.ts';
import { DEFAULT_TARIFF, zoneOf } from '#domain/parcel-tariff.ts';
import {
  DEFAULT_COUNTRY,
  SHIPMENT_STATUSES,
  type ShipmentState,
  type ShipmentStatus,
} from '#domain/shipping.ts';
import { cardImageUrl } from '../catalogue/art-urls.ts';
import type { Context } from '../runtime/context.ts';
import { paidForShipment, shipmentTaxes, type ShipmentRow } from './shipments-queries.ts';

/** Presents a paid shipment to its owner. */
export function presentShipment(
  context: Pick<Context, 'config' | 'settings'>,
  row: ShipmentRow,
): Shipment {
  assert(isShown(row.state), 'nobody sees a shipment that is not paid');
  const openings = [...new Set(row.cards.map((card) => card.openingId))];
  const times: Record<ShipmentStatus, Date | null> = {
    requested: row.requested_at,
    packed: row.packed_at,
    shipped: row.shipped_at,
    delivered: row.delivered_at,
    cancelled: row.cancelled_at,
    lost: row.lost_at,
  };
  return {
    id: row.id,
    status: row.state,
    cards: row.cards.map(({ cardId, catalogueCardId, name, ...face }) => ({
      cardId,
      catalogueCardId,
      name,
      imageUrl: cardImageUrl(context, { ...face, id: catalogueCardId }),
    })),
    cardGroups: openings.map((packOpeningId) => ({
      packOpeningId,
      cardIds: row.cards
        .filter((card) => card.openingId === packOpeningId)
        .map((card) => card.cardId),
    })),
    shippingAddress: row.address,
    fee: {
      baseFee: row.base_fee,
      weightFee: row.weight_fee,
      insuranceFee: row.insurance_fee,
      reduction: row.reduction,
      tax: row.tax,
      taxes: shipmentTaxes(row),
      totalFee: paidForShipment(row),
    },
    paymentMethod: row.payment_method,
    service: row.service,
    estimatedDelivery: row.delivery ?? deliveryBefore(row.address?.country ?? DEFAULT_COUNTRY),
    insuredValue: row.insured_value,
    goesWithId: row.goes_with_id,
    carrier: row.carrier,
    trackingNumber: row.tracking_number,
    checkedUntil: row.checked_until,
    events: SHIPMENT_STATUSES.flatMap((status) => {
      const at = times[status];
      return at === null ? [] : [{ status, at }];
    }),
    createdAt: row.requested_at!,
    updatedAt: row.updated_at,
  };
}

/** Returns the delivery time of parcels that were requested before the shop stored quotes. */
function deliveryBefore(country: string): string {
  return zoneOf(DEFAULT_TARIFF, { country, state: '' })!.services[0]!.delivery;
}

function isShown(state: ShipmentState): state is ShipmentStatus {
  return state !== 'unpaid' && state !== 'lapsed';
}

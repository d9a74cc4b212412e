import * as rows from '#contract/shipping.ts';
import { handler, type Route } from '../http/handler.ts';
import { checkShippingEligibility, calculateShippingFee, quoteShipment } from './quote-shipment.ts';
import { createShippingPaymentIntent } from './create-payment-intent.ts';
import { requestShipment } from './request-shipment.ts';
import { listShipments, showShipment } from './show-shipments.ts';
import { cancelShipment, moveShipment, moveShipments } from './move-shipment.ts';
import { askCarrier, buyLabel } from './admin/buy-label.ts';
import { printLabels, sendParcels } from './admin/send-parcels.ts';
import { saveTariff, showTariff } from './admin/edit-tariff.ts';
import { showShippingRates } from './show-rates.ts';
import {
  bookCardLoss,
  bookParcelLoss,
  listLosses,
  quoteCardLoss,
  quoteParcelLoss,
} from './admin/losses.ts';
import { nextParcel, pickCard } from './admin/packing.ts';
import { exportPackedParcels, shipByFile } from './admin/ship-by-file.ts';
import { answerPlaceQuestion, listHeldParcels, releaseParcel } from './admin/held-parcels.ts';
import {
  listAdminShipments,
  exportShipments,
  showAdminShipment,
  printShipments,
} from './admin/shipments.ts';

export const shippingRoutes: Route[] = [
  checkShippingEligibility,
  calculateShippingFee,
  quoteShipment,
  showShippingRates,
  showTariff,
  saveTariff,
  askCarrier,
  buyLabel,
  sendParcels,
  printLabels,
  createShippingPaymentIntent,
  requestShipment,
  handler(rows.shipCards, requestShipment),
  listShipments,
  showShipment,
  cancelShipment,
  moveShipment,
  listAdminShipments,
  exportShipments,
  showAdminShipment,
  printShipments,
  moveShipments,
  exportPackedParcels,
  shipByFile,
  nextParcel,
  pickCard,
  quoteCardLoss,
  bookCardLoss,
  quoteParcelLoss,
  bookParcelLoss,
  listLosses,
  listHeldParcels,
  releaseParcel,
  answerPlaceQuestion,
];

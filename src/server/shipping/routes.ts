import * as rows from '#contract/shipping.ts';
import * as deskRows from '#contract/shipping-desk.ts';
import { route } from '../http/serve.ts';
import { createShippingPaymentIntent } from './create-payment-intent.ts';
import { listDeskShipments, printShipments, showDeskShipment } from './desk-shipments.ts';
import { cancelShipment, moveShipment, moveShipments } from './move-shipment.ts';
import { calculateShippingFee, checkShippingEligibility } from './quote-shipment.ts';
import { prepareShipment, requestShipment } from './request-shipment.ts';
import { listShipments, showShipment } from './show-shipments.ts';

export const shippingRoutes = [
  route(rows.checkShippingEligibility, checkShippingEligibility),
  route(rows.calculateShippingFee, calculateShippingFee),
  route(rows.createShippingPaymentIntent, createShippingPaymentIntent),
  route(rows.requestShipment, requestShipment, prepareShipment),
  route(rows.shipCards, requestShipment, prepareShipment),
  route(rows.listShipments, listShipments),
  route(rows.showShipment, showShipment),
  route(rows.cancelShipment, cancelShipment),
  route(rows.moveShipment, moveShipment),
  route(deskRows.listDeskShipments, listDeskShipments),
  route(deskRows.showDeskShipment, showDeskShipment),
  route(deskRows.printShipments, printShipments),
  route(deskRows.moveShipments, moveShipments),
];

import * as books from '#contract/books.ts';
import { listTrendingPacks as trendingRow } from '#contract/suggestions.ts';
import * as rows from '#contract/checkout.ts';
import { refundTransaction as refundRow } from '#contract/wallet.ts';
import { route } from '../http/serve.ts';
import { createPaymentIntent, endOpenPayments } from './create-payment-intent.ts';
import { changeDiscountCode, createDiscountCode, listDiscountCodes } from './discount-codes.ts';
import { listPackHistory } from './list-pack-history.ts';
import { listTrendingPacks } from './list-trending-packs.ts';
import { exportOrders, listOrders, showOrder } from './order-desk.ts';
import { purchasePack, purchaseWithBalance } from './purchase-with-balance.ts';
import { calculateTotal, checkEligibility } from './quote-order.ts';
import { refundTransaction } from './refund-order.ts';
import { showPurchasedPacks } from './show-purchased-packs.ts';
import { validatePurchase } from './validate-purchase.ts';

export const checkoutRoutes = [
  route(rows.checkEligibility, checkEligibility),
  route(rows.calculateTotal, calculateTotal),
  route(rows.createPaymentIntent, createPaymentIntent),
  route(rows.showPurchasedPacks, showPurchasedPacks),
  route(rows.purchaseWithBalance, purchaseWithBalance, endOpenPayments),
  route(rows.purchasePack, purchasePack, endOpenPayments),
  route(rows.validatePurchase, validatePurchase),
  route(rows.listPackHistory, listPackHistory),
  route(trendingRow, listTrendingPacks),
  route(refundRow, refundTransaction),
  route(books.listOrders, listOrders),
  route(books.exportOrders, exportOrders),
  route(books.showOrder, showOrder),
  route(books.listDiscountCodes, listDiscountCodes),
  route(books.createDiscountCode, createDiscountCode),
  route(books.changeDiscountCode, changeDiscountCode),
];

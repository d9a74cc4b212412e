import type { Route } from '../http/handler.ts';
import { checkEligibility, calculateTotal } from './quote-order.ts';
import { createPaymentIntent, releaseReserved } from './create-payment-intent.ts';
import { showPurchasedPacks } from './show-purchased-packs.ts';
import { purchaseWithBalance, purchasePack } from './purchase-with-balance.ts';
import { validatePurchase } from './validate-purchase.ts';
import { listPackHistory, listSealedPacks } from './list-pack-history.ts';
import { listReachedLimits } from './list-reached-limits.ts';
import { listTrendingPacks } from './list-trending-packs.ts';
import { refundPacks, refundTransaction } from './refund-order.ts';
import { refundSingles, returnSingle, showSingleReturn } from './return-single.ts';
import { decideReturn, requestReturn } from './return-order.ts';
import { listOrders, exportOrders, showOrder } from './admin/orders.ts';
import {
  listDiscountCodes,
  createDiscountCode,
  changeDiscountCode,
} from './admin/discount-codes.ts';

export const checkoutRoutes: Route[] = [
  checkEligibility,
  calculateTotal,
  createPaymentIntent,
  releaseReserved,
  showPurchasedPacks,
  purchaseWithBalance,
  purchasePack,
  validatePurchase,
  listPackHistory,
  listSealedPacks,
  listReachedLimits,
  listTrendingPacks,
  refundTransaction,
  refundPacks,
  requestReturn,
  decideReturn,
  showSingleReturn,
  returnSingle,
  refundSingles,
  listOrders,
  exportOrders,
  showOrder,
  listDiscountCodes,
  createDiscountCode,
  changeDiscountCode,
];

import * as rows from '#contract/checkout.ts';
import { route } from '../http/serve.ts';
import { listPackHistory } from './list-pack-history.ts';
import { purchasePack, purchaseWithBalance } from './purchase-with-balance.ts';
import { calculateTotal, checkEligibility } from './quote-order.ts';
import { validatePurchase } from './validate-purchase.ts';

export const checkoutRoutes = [
  route(rows.checkEligibility, checkEligibility),
  route(rows.calculateTotal, calculateTotal),
  route(rows.purchaseWithBalance, purchaseWithBalance),
  route(rows.purchasePack, purchasePack),
  route(rows.validatePurchase, validatePurchase),
  route(rows.listPackHistory, listPackHistory),
];

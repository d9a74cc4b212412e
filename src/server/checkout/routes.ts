import * as rows from '#contract/checkout.ts';
import { route } from '../http/serve.ts';
import { purchaseWithBalance } from './purchase-with-balance.ts';
import { calculateTotal, checkEligibility } from './quote-order.ts';

export const checkoutRoutes = [
  route(rows.checkEligibility, checkEligibility),
  route(rows.calculateTotal, calculateTotal),
  route(rows.purchaseWithBalance, purchaseWithBalance),
];

import * as rows from '#contract/wallet.ts';
import { handler, type Route } from '../http/handler.ts';
import { listTransactions } from './list-transactions.ts';
import { showTransaction } from './show-transaction.ts';
import { postTransaction } from './post-transaction.ts';
import { changeTransaction } from './change-transaction.ts';
import { showReceipt, showReceiptPdf } from './show-receipt.ts';
import { showSpending } from './show-spending.ts';
import { validateTopUp } from './validate-top-up.ts';
import { buyCredits } from './buy-credits.ts';
import { showRefund } from './show-refund.ts';
import {
  listPaymentMethods,
  savePaymentMethod,
  changePaymentMethod,
  forgetPaymentMethod,
} from './payment-methods.ts';
import { returnCredits, showCreditParts } from './return-credits.ts';
import { decideCreditRequest, listCreditRequests } from './admin/credit-requests.ts';
import { replaceRefund } from './admin/replace-refund.ts';
import { listAllTransactions, exportTransactions, showUserLedger } from './admin/transactions.ts';

export const walletRoutes: Route[] = [
  listTransactions,
  handler(rows.listUserTransactions, listTransactions),
  handler(rows.listPaymentTransactions, listTransactions),
  showTransaction,
  postTransaction,
  changeTransaction,
  showReceipt,
  showReceiptPdf,
  showSpending,
  validateTopUp,
  buyCredits,
  showRefund,
  listPaymentMethods,
  savePaymentMethod,
  changePaymentMethod,
  forgetPaymentMethod,
  listAllTransactions,
  exportTransactions,
  showUserLedger,
  replaceRefund,
  showCreditParts,
  returnCredits,
  listCreditRequests,
  decideCreditRequest,
];

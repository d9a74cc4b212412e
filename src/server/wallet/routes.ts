import * as books from '#contract/books.ts';
import * as rows from '#contract/wallet.ts';
import { route } from '../http/serve.ts';
import { exportTransactions, listBookedTransactions, showUserLedger } from './books.ts';
import { buyCredits } from './buy-credits.ts';
import { changeTransaction } from './change-transaction.ts';
import { listTransactions } from './list-transactions.ts';
import {
  changePaymentMethod,
  forgetPaymentMethod,
  listPaymentMethods,
  savePaymentMethod,
} from './payment-methods.ts';
import { postTransaction } from './post-transaction.ts';
import { showReceipt } from './show-receipt.ts';
import { showRefund } from './show-refund.ts';
import { showSpending } from './show-spending.ts';
import { showTransaction } from './show-transaction.ts';
import { validateTopUp } from './validate-top-up.ts';

export const walletRoutes = [
  route(rows.listTransactions, listTransactions),
  route(rows.listUserTransactions, listTransactions),
  route(rows.listPaymentTransactions, listTransactions),
  route(rows.showTransaction, showTransaction),
  route(rows.postTransaction, postTransaction),
  route(rows.changeTransaction, changeTransaction),
  route(rows.showReceipt, showReceipt),
  route(rows.showSpending, showSpending),
  route(rows.validateTopUp, validateTopUp),
  route(rows.buyCredits, buyCredits),
  route(rows.showRefund, showRefund),
  route(rows.listPaymentMethods, listPaymentMethods),
  route(rows.savePaymentMethod, savePaymentMethod),
  route(rows.changePaymentMethod, changePaymentMethod),
  route(rows.forgetPaymentMethod, forgetPaymentMethod),
  route(books.listBookedTransactions, listBookedTransactions),
  route(books.exportTransactions, exportTransactions),
  route(books.showUserLedger, showUserLedger),
];

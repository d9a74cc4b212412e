import type { Route } from '../http/handler.ts';
import {
  loseSingles,
  priceSingles,
  putSinglesBack,
  shelveSingles,
  withdrawSingles,
} from './admin/change-singles.ts';
import { previewPriceRules, savePriceRules, showPriceRules } from './admin/edit-price-rules.ts';
import {
  exportElsewhere,
  listElsewhere,
  listSinglesElsewhere,
  takeBackFromElsewhere,
} from './admin/list-elsewhere.ts';
import { previewSalesElsewhere, sellElsewhere } from './admin/sell-elsewhere.ts';
import { listCopiesOnSale, showSingleOnSale } from './list-on-sale.ts';
import { exportSingles, listSingles, showSingle, sumSingles } from './admin/list-singles.ts';
import { findSingle, takeInHand } from './admin/take-in-hand.ts';

export const singlesRoutes: Route[] = [
  listCopiesOnSale,
  showSingleOnSale,
  listSingles,
  exportSingles,
  sumSingles,
  listElsewhere,
  listSinglesElsewhere,
  takeBackFromElsewhere,
  exportElsewhere,
  previewSalesElsewhere,
  sellElsewhere,
  findSingle,
  showSingle,
  takeInHand,
  shelveSingles,
  withdrawSingles,
  putSinglesBack,
  loseSingles,
  priceSingles,
  showPriceRules,
  previewPriceRules,
  savePriceRules,
];

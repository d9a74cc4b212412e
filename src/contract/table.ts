// The endpoint table: every row that the server serves, by name. The OpenAPI document, the role test
// and the count of tested rejections all read it.
import {
  checkEmail,
  login,
  logout,
  refresh,
  register,
  resendCode,
  verifyEmail,
} from './accounts.ts';
import { auditBooks } from './admin.ts';
import {
  listAvailablePacks,
  listMarketCards,
  listPackTypes,
  searchCards,
  showPack,
  showPackType,
} from './catalogue.ts';
import {
  calculateTotal,
  checkEligibility,
  listPackHistory,
  purchasePack,
  purchaseWithBalance,
  validatePurchase,
} from './checkout.ts';
import {
  listMyCards,
  sellCard,
  sellCardsInBulk,
  showCard,
  showCardHistory,
  showCollection,
} from './collection.ts';
import { openPack, openPackByBody, showOpening } from './opening.ts';
import {
  changePreferences,
  changeSettings,
  giveCredits,
  showCredits,
  showProfile,
  showSettings,
} from './profile.ts';
import { showConfig } from './shop.ts';

export const ENDPOINTS = {
  checkEmail,
  register,
  login,
  verifyEmail,
  resendCode,
  refresh,
  logout,
  showProfile,
  showCredits,
  giveCredits,
  showSettings,
  changePreferences,
  changeSettings,
  listPackTypes,
  showPackType,
  listAvailablePacks,
  showPack,
  listMarketCards,
  searchCards,
  checkEligibility,
  calculateTotal,
  purchaseWithBalance,
  purchasePack,
  validatePurchase,
  listPackHistory,
  openPack,
  openPackByBody,
  showOpening,
  listMyCards,
  showCollection,
  showCard,
  showCardHistory,
  sellCard,
  sellCardsInBulk,
  showConfig,
  auditBooks,
};

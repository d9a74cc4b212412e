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
import { listPackTypes, showPackType } from './catalogue.ts';
import { calculateTotal, checkEligibility, purchaseWithBalance } from './checkout.ts';
import { listMyCards, sellCard } from './collection.ts';
import { showProfile } from './profile.ts';
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
  listPackTypes,
  showPackType,
  checkEligibility,
  calculateTotal,
  purchaseWithBalance,
  listMyCards,
  sellCard,
  showConfig,
  auditBooks,
};

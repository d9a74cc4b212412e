import type { Route } from '../http/handler.ts';
import { showBuild } from './show-build.ts';
import { listViews, removeListView, saveListView } from './list-views.ts';
import { runAudit } from './run-audit.ts';
import { timelineRoutes } from './timeline.ts';
import { showOverview } from './show-overview.ts';
import {
  findPackBySerial,
  searchCatalogue,
  searchMoney,
  searchPacking,
  searchSupport,
} from './search.ts';
import { listApiKeys, makeApiKey, revokeApiKey } from './keys.ts';
import { listWaiting } from './list-waiting.ts';
import { showStockedPack, showStockedCard } from './show-stock.ts';
import { listMails, showMail, resendMail } from './mailbox.ts';
import {
  showStaff,
  makeStaffRole,
  changeStaffRole,
  removeStaffRole,
  inviteStaff,
  withdrawInvitation,
} from './staff.ts';
import {
  exportUsers,
  listUsers,
  showUser,
  changeUserRole,
  lockUser,
  unlockUser,
  letUserThrough,
  endUserSessions,
  removeUserTwoFactor,
  giveTwoFactorToken,
} from './users.ts';

export const adminRoutes: Route[] = [
  runAudit,
  showOverview,
  listWaiting,
  showBuild,
  showStockedPack,
  showStockedCard,
  searchPacking,
  searchSupport,
  searchCatalogue,
  searchMoney,
  findPackBySerial,
  listMails,
  showMail,
  resendMail,
  listUsers,
  exportUsers,
  showUser,
  changeUserRole,
  lockUser,
  unlockUser,
  letUserThrough,
  endUserSessions,
  removeUserTwoFactor,
  giveTwoFactorToken,
  showStaff,
  makeStaffRole,
  changeStaffRole,
  removeStaffRole,
  inviteStaff,
  withdrawInvitation,
  listApiKeys,
  makeApiKey,
  revokeApiKey,
  ...timelineRoutes,
  listViews,
  saveListView,
  removeListView,
];

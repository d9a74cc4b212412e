import type { Route } from '../http/handler.ts';
import { showBuild } from './show-build.ts';
import { runAudit } from './run-audit.ts';
import { showOverview } from './show-overview.ts';
import { showStockedPack, showStockedCard } from './show-stock.ts';
import { listMails, showMail, resendMail } from './mailbox.ts';
import {
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
  showBuild,
  showStockedPack,
  showStockedCard,
  listMails,
  showMail,
  resendMail,
  listUsers,
  showUser,
  changeUserRole,
  lockUser,
  unlockUser,
  letUserThrough,
  endUserSessions,
  removeUserTwoFactor,
  giveTwoFactorToken,
];

import {
  auditBooks as auditRow,
  listMails as listMailsRow,
  resendMail as resendRow,
  showMail as showMailRow,
} from '#contract/admin.ts';
import { showOverview as overviewRow } from '#contract/books.ts';
import { showConfig as configRow } from '#contract/shop.ts';
import { showStockedCard as cardRow, showStockedPack as packRow } from '#contract/stock.ts';
import {
  changeUserRole as changeRoleRow,
  endUserSessions as endSessionsRow,
  listDeeds as listDeedsRow,
  listUsers as listUsersRow,
  lockUser as lockRow,
  removeUserTwoFactor as removeTwoFactorRow,
  showUser as showUserRow,
  unlockUser as unlockRow,
} from '#contract/users.ts';
import { listDeeds } from '../audit-log/list-deeds.ts';
import { route } from '../http/serve.ts';
import { auditBooks } from './audit-books.ts';
import { listMails, resendMail, showMail } from './mailbox.ts';
import { showConfig } from './show-config.ts';
import { showOverview } from './show-overview.ts';
import { showStockedCard, showStockedPack } from './show-stock.ts';
import {
  changeUserRole,
  endUserSessions,
  listUsers,
  lockUser,
  removeUserTwoFactor,
  showUser,
  unlockUser,
} from './users.ts';

export const adminRoutes = [
  route(auditRow, auditBooks),
  route(configRow, showConfig),
  route(overviewRow, showOverview),
  route(packRow, showStockedPack),
  route(cardRow, showStockedCard),
  route(listMailsRow, listMails),
  route(showMailRow, showMail),
  route(resendRow, resendMail),
  route(listUsersRow, listUsers),
  route(showUserRow, showUser),
  route(changeRoleRow, changeUserRole),
  route(lockRow, lockUser),
  route(unlockRow, unlockUser),
  route(endSessionsRow, endUserSessions),
  route(removeTwoFactorRow, removeUserTwoFactor),
  route(listDeedsRow, listDeeds),
];

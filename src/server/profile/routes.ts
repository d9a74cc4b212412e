import { showInvitation, acceptInvitation } from './invitation.ts';
import type { Route } from '../http/handler.ts';
import { showCollectionWorth } from './show-collection-worth.ts';
import { showProfile } from './show-profile.ts';
import { showCredits, giveCredits } from './credits.ts';
import { showSettings, changePreferences, changeSettings } from './settings.ts';
import { showWaiting } from './show-waiting.ts';
import { saveAddress } from './save-address.ts';
import { exportData } from './export-data.ts';
import { showObligations } from './show-obligations.ts';
import { raiseLimit, setLimits, showLimits } from './own-limits.ts';
import { takeBreak } from './take-break.ts';
import { tellSpending } from './tell-spending.ts';
import { deleteAccount, keepAccount } from './delete-account.ts';

export const profileRoutes: Route[] = [
  showProfile,
  showCollectionWorth,
  showCredits,
  giveCredits,
  showSettings,
  changePreferences,
  changeSettings,
  saveAddress,
  showWaiting,
  exportData,
  showObligations,
  showLimits,
  setLimits,
  raiseLimit,
  takeBreak,
  tellSpending,
  deleteAccount,
  keepAccount,
  showInvitation,
  acceptInvitation,
];

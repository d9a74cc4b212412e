import * as rows from '#contract/profile.ts';
import { route } from '../http/serve.ts';
import { exportData as exportRow } from '#contract/personal-data.ts';
import { giveCredits, showCredits } from './credits.ts';
import { deleteAccount, keepAccount } from './delete-account.ts';
import { exportData } from './export-data.ts';
import { saveAddress } from './save-address.ts';
import { changePreferences, changeSettings, showSettings } from './settings.ts';
import { showObligations } from './show-obligations.ts';
import { showProfile } from './show-profile.ts';

export const profileRoutes = [
  route(rows.showProfile, showProfile),
  route(rows.showCredits, showCredits),
  route(rows.giveCredits, giveCredits),
  route(rows.showSettings, showSettings),
  route(rows.changePreferences, changePreferences),
  route(rows.changeSettings, changeSettings),
  route(rows.saveAddress, saveAddress),
  route(exportRow, exportData),
  route(rows.showObligations, showObligations),
  route(rows.deleteAccount, deleteAccount),
  route(rows.keepAccount, keepAccount),
];

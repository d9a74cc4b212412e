import * as rows from '#contract/profile.ts';
import { route } from '../http/serve.ts';
import { giveCredits, showCredits } from './credits.ts';
import { changePreferences, changeSettings, showSettings } from './settings.ts';
import { showProfile } from './show-profile.ts';

export const profileRoutes = [
  route(rows.showProfile, showProfile),
  route(rows.showCredits, showCredits),
  route(rows.giveCredits, giveCredits),
  route(rows.showSettings, showSettings),
  route(rows.changePreferences, changePreferences),
  route(rows.changeSettings, changeSettings),
];

import * as rows from '#contract/profile.ts';
import type { Settings } from '#contract/profile.ts';
import { userAskedFor } from '#domain/user-asked-for.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  findSettings,
  updatePreferences,
  updateSettings,
  type SettingsRow,
} from '../accounts/settings-queries.ts';
import { inTransaction } from '#engine/database.ts';
import { handler } from '../http/handler.ts';
import { compareWithExcluded } from '../limits/exclusion-marks.ts';

export const showSettings = handler(rows.showSettings, async ({ db }, caller, input) => {
  const row = await findSettings(db, userAskedFor(caller, input.userId));
  if (row === null) throw new Rejection('USER_NOT_FOUND');
  return { preferences: row.preferences, settings: presentSettings(row) };
});

export const changePreferences = handler(
  rows.changePreferences,
  async ({ db }, caller, changes) => {
    const row = await updatePreferences(db, caller.userId, changes);
    if (row === null) throw new Rejection('UNAUTHORIZED');
    return row.preferences;
  },
);

export const changeSettings = handler(rows.changeSettings, async (context, { userId }, changes) => {
  return inTransaction(context.db, async (db) => {
    const row = await updateSettings(db, userId, {
      ...changes,
      // An empty text clears the field, as null does.
      ...(changes.fullName === '' ? { fullName: null } : {}),
      ...(changes.phoneNumber === '' ? { phoneNumber: null } : {}),
    });
    if (row === null) throw new Rejection('UNAUTHORIZED');
    if (changes.fullName) await compareWithExcluded({ ...context, db }, userId);
    return presentSettings(row);
  });
});

/** Returns settings with the field names of the contract. */
export function presentSettings(row: SettingsRow): Settings {
  return {
    fullName: row.full_name,
    username: row.username,
    phoneNumber: row.phone_number,
    twoFactorEnabled: row.has_two_factor,
    autoShipThreshold: row.auto_ship_threshold,
    defaultShippingMethod: row.default_shipping_method,
    privacyLevel: row.privacy_level,
  };
}

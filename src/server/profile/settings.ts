import type { Input, Reply } from '#contract/endpoint.ts';
import type {
  changePreferences as preferencesRow,
  changeSettings as settingsRow,
  Settings,
  showSettings as showRow,
} from '#contract/profile.ts';
import { subjectOf, type Caller } from '#domain/access.ts';
import { toCents } from '#domain/money.ts';
import { Rejection } from '#domain/rejection.ts';
import {
  findSettings,
  updatePreferences,
  updateSettings,
  type SettingsRow,
} from '../accounts/queries.ts';
import type { Context } from '../runtime/context.ts';

export async function showSettings(
  { db }: Context,
  caller: Caller,
  input: Input<typeof showRow>,
): Promise<Reply<typeof showRow>> {
  const row = await findSettings(db, subjectOf(caller, input.userId));
  if (row === null) throw new Rejection('USER_NOT_FOUND');
  return { preferences: row.preferences, settings: settingsOf(row) };
}

export async function changePreferences(
  { db }: Context,
  caller: Caller,
  changes: Input<typeof preferencesRow>,
): Promise<Reply<typeof preferencesRow>> {
  const row = await updatePreferences(db, caller.userId, changes);
  if (row === null) throw new Rejection('UNAUTHORIZED');
  return row.preferences;
}

export async function changeSettings(
  { db }: Context,
  caller: Caller,
  changes: Input<typeof settingsRow>,
): Promise<Reply<typeof settingsRow>> {
  const row = await updateSettings(db, caller.userId, {
    ...changes,
    // An empty text clears; so does null.
    ...(changes.fullName === '' ? { fullName: null } : {}),
    ...(changes.phoneNumber === '' ? { phoneNumber: null } : {}),
  });
  if (row === null) throw new Rejection('UNAUTHORIZED');
  return settingsOf(row);
}

/** Settings in the words of the contract. */
export function settingsOf(row: SettingsRow): Settings {
  return {
    fullName: row.full_name,
    username: row.username,
    phoneNumber: row.phone_number,
    twoFactorEnabled: row.has_two_factor,
    autoShipThreshold: row.auto_ship_threshold === null ? null : toCents(row.auto_ship_threshold),
    defaultShippingMethod: row.default_shipping_method,
    privacyLevel: row.privacy_level,
  };
}

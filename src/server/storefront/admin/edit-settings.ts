// Shows and saves the shop's settings for an admin. They are always saved as a whole. If another admin has saved in the
// meantime, the save is rejected and overwrites nothing (choice 300).
import * as rows from '#contract/storefront-admin.ts';
import type { Seller, SettingsVersion, ShopSettings } from '#domain/shop-settings.ts';
import { saveVersion, type Versions } from '../../audit-log/save-version.ts';
import { handler } from '../../http/handler.ts';
import { findNewestSettings, insertSettings } from '../shop-settings-queries.ts';

const SETTINGS: Versions<SettingsVersion> = {
  findNewest: findNewestSettings,
  action: 'change_settings',
  kind: 'settings',
  fields: ({ settings }) => settings,
};

export const showShopSettings = handler(
  rows.showShopSettings,
  async ({ db, settings }) => (await findNewestSettings(db)) ?? settings.version(),
);

export const saveShopSettings = handler(
  rows.saveShopSettings,
  (context, caller, { version, ...form }) =>
    saveVersion(context, caller, SETTINGS, {
      seen: version,
      first: context.settings.version(),
      insert: (next, before) =>
        insertSettings(context.db, next, changedSettings(before.settings, form), caller.userId),
    }),
);

/** Returns the current settings with the changes of a form. If the form omits a field, the field stays unchanged. */
export function changedSettings(
  { seller, ageCheck, logos }: ShopSettings,
  form: rows.SavedSettings,
): ShopSettings {
  return {
    ...form,
    logos,
    seller: form.seller === undefined ? seller : changedSeller(seller, form.seller),
    ageCheck: form.ageCheck ?? ageCheck,
  };
}

function changedSeller(old: Seller, said: NonNullable<rows.SavedSettings['seller']>): Seller {
  const valueOf = (field: 'phone' | 'email' | 'registration' | 'privacyOfficer') =>
    said[field] === undefined ? old[field] : said[field];
  return {
    ...said,
    phone: valueOf('phone'),
    email: valueOf('email'),
    registration: valueOf('registration'),
    privacyOfficer: valueOf('privacyOfficer'),
  };
}

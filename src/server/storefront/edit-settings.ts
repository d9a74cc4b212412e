// What an admin says of the shop: seen and saved as a whole. Who saved it meanwhile is not overwritten (choice 300).
import * as rows from '#contract/storefront-admin.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import type { ShopSettings } from '#domain/shop-settings.ts';
import { recordAuditEntry } from '../audit-log/record-audit-entry.ts';
import { verb } from '../http/verb.ts';
import { changesOf } from './changes-of.ts';
import { findNewestSettings, insertSettings } from './shop-settings-queries.ts';

export const showShopSettings = verb(
  rows.showShopSettings,
  async ({ db, settings }) => (await findNewestSettings(db)) ?? settings.version(),
);

export const saveShopSettings = verb(
  rows.saveShopSettings,
  async (context, caller, { version, ...settings }) => {
    const { db } = context;
    const before = (await findNewestSettings(db)) ?? context.settings.version();
    const isSeen = before.version === version;
    const next = changedSettings(before.settings, settings);
    if (!isSeen || !(await insertSettings(db, version + 1, next, caller.userId)))
      throw new Rejection('CHANGED_MEANWHILE');
    const after = await findNewestSettings(db);
    assert(after !== null, 'what was saved is there');
    const [was, is] = changesOf(before.settings, after.settings);
    await recordAuditEntry(context, caller, {
      action: 'change_settings',
      subject: { kind: 'settings', id: String(after.version) },
      before: was,
      after: is,
    });
    return after;
  },
);

/** Settings as a form has them, over those that hold: what it leaves out stays. */
export function changedSettings(
  { seller, ageCheck, logos }: ShopSettings,
  form: rows.SavedSettings,
): ShopSettings {
  return { ...form, logos, seller: form.seller ?? seller, ageCheck: form.ageCheck ?? ageCheck };
}

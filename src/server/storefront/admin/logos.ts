// Saves the shop's own pictures, which replace its drawn mark. Each change is saved as a version of the settings.
import * as rows from '#contract/storefront-admin.ts';
import type { Caller } from '#domain/access.ts';
import { assert, Rejection } from '#domain/rejection.ts';
import { formOfLogo, type LogoKind } from '#domain/shop-settings.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { inTransaction, type Transaction } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import { storePicture, writeUploaded } from '../../pictures/store-picture.ts';
import type { Context } from '../../runtime/context.ts';
import { findNewestSettings, insertSettings } from '../shop-settings-queries.ts';

export const putLogo = handler(rows.putLogo, async (context, caller, { logo, picture }) => {
  const written = await writeUploaded('picture', picture, formOfLogo(logo));
  return inTransaction(context.db, async (db) => {
    const name = await storePicture(db, written);
    return showLogo({ ...context, db }, caller, logo, name);
  });
});

export const removeLogo = handler(rows.removeLogo, (context, caller, { logo }) =>
  inTransaction(context.db, (db) => showLogo({ ...context, db }, caller, logo, null)),
);

/** The previous picture is not deleted, because old receipts may still show it. */
async function showLogo(
  context: Context<Transaction>,
  caller: Caller,
  logo: LogoKind,
  picture: string | null,
) {
  const { db } = context;
  const before = (await findNewestSettings(db)) ?? context.settings.version();
  const { settings, version } = before;
  if (settings.logos[logo] === picture) return before;
  const next = { ...settings, logos: { ...settings.logos, [logo]: picture } };
  // Another admin has saved at the same moment, so the caller should try again.
  if (!(await insertSettings(db, version + 1, next, caller.userId)))
    throw new Rejection('UNAVAILABLE', { retryAfterS: 1 });
  await recordAuditEntry(context, caller, {
    action: 'change_settings',
    subject: { kind: 'settings', id: String(version + 1) },
    before: { logos: settings.logos },
    after: { logos: next.logos },
  });
  const after = await findNewestSettings(db);
  assert(after !== null, 'what was saved is there');
  return after;
}

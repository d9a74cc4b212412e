// Shows and saves the texts that operators edit. If another operator has saved in the meantime, the save is rejected
// and overwrites nothing.
import * as rows from '#contract/storefront-texts.ts';
import type { AdminText } from '#contract/storefront-texts.ts';
import { DEFAULT_TEXTS } from '#domain/default-texts.ts';
import { Rejection } from '#domain/rejection.ts';
import type { TextKey } from '#domain/shop-texts.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import type { Database } from '#engine/database.ts';
import { handler } from '../../http/handler.ts';
import type { Context } from '../../runtime/context.ts';
import { checkText } from '../shown-texts.ts';
import {
  findNewestText,
  findTextBody,
  insertText,
  listTextVersions,
} from '../shop-texts-queries.ts';

const VERSIONS_SHOWN = 50;

export const showAdminText = handler(rows.showAdminText, async ({ db }, _caller, { key }) =>
  adminTextOf(db, key),
);

export const showTextVersion = handler(
  rows.showTextVersion,
  async ({ db }, _caller, { key, version }) => {
    const body = version === 0 ? DEFAULT_TEXTS[key] : await findTextBody(db, key, version);
    if (body === null) throw new Rejection('NOT_FOUND');
    return { body };
  },
);

export const previewText = handler(rows.previewText, async (context, _caller, { body }) =>
  checkText(context, body, context.settings.now()),
);

/**
 * The text is rendered before the transaction, because rendering may take longer than a transaction
 * may last.
 */
const rendersFirst = {
  isDue: async () => true,
  run: async (context: Context, _caller: unknown, { body }: { body: string }) => {
    await checkText(context, body, context.settings.now());
  },
};

export const saveText = handler(rows.saveText, {
  before: rendersFirst,
  answer: async (context, caller, { key, version, ...text }) => {
    const { db } = context;
    const problem = rows.textProblem(key, text.body);
    if (problem !== null) throw Rejection.ofField('body', problem);
    const before = await findNewestText(db, key);
    const isSeen = (before?.version ?? 0) === version;
    const next = { ...text, version: version + 1 };
    if (!isSeen || !(await insertText(db, key, next, caller.userId)))
      throw new Rejection('CHANGED_MEANWHILE');
    await recordAuditEntry(context, caller, {
      action: 'change_text',
      subject: { kind: 'text', id: key },
      // The audit entry has only the version numbers, because the texts of all versions are stored.
      before: { version },
      after: {
        version: next.version,
        shownFrom: text.shownFrom?.toISOString() ?? null,
        shownUntil: text.shownUntil?.toISOString() ?? null,
      },
    });
    return adminTextOf(db, key);
  },
});

async function adminTextOf(db: Database, key: TextKey): Promise<AdminText> {
  const newest = await findNewestText(db, key);
  const versions = await listTextVersions(db, key, VERSIONS_SHOWN);
  return {
    key,
    version: newest?.version ?? 0,
    body: newest?.body ?? DEFAULT_TEXTS[key],
    shownFrom: newest?.shownFrom ?? null,
    shownUntil: newest?.shownUntil ?? null,
    madeAt: newest?.madeAt ?? null,
    versions: [
      ...versions.map(({ version, madeAt, madeById, email }) => ({
        version,
        madeAt,
        madeBy: madeById === null ? null : { id: madeById, email: email ?? '' },
      })),
      ...(versions.length < VERSIONS_SHOWN ? [{ version: 0, madeAt: null, madeBy: null }] : []),
    ],
  };
}

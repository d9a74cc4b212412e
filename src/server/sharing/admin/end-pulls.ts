// Shows operators the public pages, and lets them end a page with unacceptable content, such as a name that insults a
// person.
import * as rows from '#contract/sharing-admin.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { handler } from '../../http/handler.ts';
import { presentShared } from '../share-pull.ts';
import { endPullOfAnybody, listSharedPullsOf } from '../shared-pulls-queries.ts';

export const listPullsOfUser = handler(rows.listPullsOfUser, async (context, _caller, { id }) => {
  const pages = await listSharedPullsOf(context.db, id);
  return pages.map((row) => {
    const { address, url, name, packName, sharedAt } = presentShared(context, row);
    return { address, url, name, packName, shownName: row.shown_name, sharedAt };
  });
});

export const endPullOfUser = handler(
  rows.endPullOfUser,
  async (context, caller, { address, reason }) => {
    const ownerId = await endPullOfAnybody(context.db, address);
    if (ownerId === null) throw new Rejection('NOT_FOUND');
    await recordAuditEntry(context, caller, {
      action: 'end_shared_pull',
      subject: { kind: 'user', id: ownerId },
      after: { reason, address },
    });
    return { address };
  },
);

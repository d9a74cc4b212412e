// A pack type's own picture in place of the shop's drawing. Its address is its content's, so that a new
// picture has a new one, and each may be cached for ever.
import { createHash } from 'node:crypto';
import * as rows from '#contract/catalogue-admin.ts';
import { pictureProblem, readPicture } from '#domain/picture.ts';
import { Rejection } from '#domain/rejection.ts';
import { recordAuditEntry } from '../../audit-log/record-audit-entry.ts';
import { verb } from '../../http/verb.ts';
import { insertPicture, updatePackPicture } from './pack-pictures-queries.ts';
import { lockedPackType, showAnew } from './edit-pack-types.ts';

export const putPackPicture = verb(
  rows.putPackPicture,
  async (context, caller, { id, picture: base64 }) => {
    const { db } = context;
    const bytes = Buffer.from(base64, 'base64');
    const problem = pictureProblem(bytes);
    const picture = readPicture(bytes);
    if (problem !== null || picture === null) {
      const message = problem ?? 'This is no picture.';
      throw Rejection.ofField('picture', message);
    }
    const old = await lockedPackType(db, id);
    const name = `${createHash('sha256').update(bytes).digest('base64url')}.${picture.kind}`;
    await insertPicture(db, { name, bytes, width: picture.width, height: picture.height });
    await updatePackPicture(db, id, name, old.picture);
    await recordAuditEntry(context, caller, {
      action: 'change_pack_picture',
      subject: { kind: 'pack_type', id },
      before: { picture: old.picture },
      after: { picture: name },
    });
    return showAnew(db, id);
  },
);

export const removePackPicture = verb(rows.removePackPicture, async (context, caller, { id }) => {
  const { db } = context;
  const old = await lockedPackType(db, id);
  if (old.picture !== null) {
    await updatePackPicture(db, id, null, old.picture);
    await recordAuditEntry(context, caller, {
      action: 'change_pack_picture',
      subject: { kind: 'pack_type', id },
      before: { picture: old.picture },
      after: { picture: null },
    });
  }
  return showAnew(db, id);
});

// A pack type's own picture in place of the shop's drawing. Its address is its content's, so that a new
// picture has a new one, and each may be cached for ever.
import { createHash } from 'node:crypto';
import type {
  putPackPicture as putRow,
  removePackPicture as removeRow,
} from '#contract/catalogue-desk.ts';
import type { PackType } from '#contract/catalogue.ts';
import type { Input } from '#contract/endpoint.ts';
import type { Caller } from '#domain/access.ts';
import { pictureProblem, readPicture } from '#domain/picture.ts';
import { Rejection } from '#domain/rejection.ts';
import { noteDeed } from '../audit-log/note-deed.ts';
import type { Context } from '../runtime/context.ts';
import { insertPicture, updatePackPicture } from './desk-queries.ts';
import { lockedPackType, showAnew } from './edit-pack-types.ts';

export async function putPackPicture(
  context: Context,
  caller: Caller,
  { id, picture: base64 }: Input<typeof putRow>,
): Promise<PackType> {
  const { db } = context;
  const bytes = Buffer.from(base64, 'base64');
  const problem = pictureProblem(bytes);
  const picture = readPicture(bytes);
  if (problem !== null || picture === null) {
    const message = problem ?? 'This is no picture.';
    throw new Rejection('VALIDATION_ERROR', message, [{ path: 'picture', message }]);
  }
  const old = await lockedPackType(db, id);
  const name = `${createHash('sha256').update(bytes).digest('base64url')}.${picture.kind}`;
  await insertPicture(db, { name, bytes, width: picture.width, height: picture.height });
  await updatePackPicture(db, id, name, old.picture);
  await noteDeed(context, caller, {
    action: 'change_pack_picture',
    subject: { kind: 'pack_type', id },
    before: { picture: old.picture },
    after: { picture: name },
  });
  return showAnew(db, id);
}

export async function removePackPicture(
  context: Context,
  caller: Caller,
  { id }: Input<typeof removeRow>,
): Promise<PackType> {
  const { db } = context;
  const old = await lockedPackType(db, id);
  if (old.picture !== null) {
    await updatePackPicture(db, id, null, old.picture);
    await noteDeed(context, caller, {
      action: 'change_pack_picture',
      subject: { kind: 'pack_type', id },
      before: { picture: old.picture },
      after: { picture: null },
    });
  }
  return showAnew(db, id);
}

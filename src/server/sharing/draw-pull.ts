// Draws the picture of a pull, and renders the drawing.
import * as rows from '#contract/sharing.ts';
import { Rejection } from '#domain/rejection.ts';
import type { PullPicture } from '#domain/shared-pull.ts';
import { DRAWINGS_OF_ACCOUNT } from '#domain/throttle.ts';
import { pullArt } from '../../art/pull-art.ts';
import { drawingsOf } from '../catalogue/set-motifs.ts';
import { BinaryFile } from '../http/binary-file.ts';
import { throttleEvent } from '../http/throttle.ts';
import { handler } from '../http/handler.ts';
import { writeDrawing } from '../pictures/write-picture.ts';
import type { Context } from '../runtime/context.ts';
import { findPull, type PullRow } from './shared-pulls-queries.ts';

export const drawPull = handler(
  rows.drawPull,
  async (context, { userId }, { cardId, form, withName }) => {
    const pull = await findPull(context.db, userId, cardId);
    if (pull === null) throw new Rejection('CARD_NOT_FOUND');
    await countDrawings(context, userId, 1);
    const by = withName === 'true' ? pull.username : null;
    return new BinaryFile(await paintPull(context, pull, by, form));
  },
);

/** Limits how many pictures a user may have drawn, because each picture takes a fraction of a second of work. */
export async function countDrawings(
  context: Context,
  userId: string,
  drawings: number,
): Promise<void> {
  await throttleEvent(context, 'drawings', userId, DRAWINGS_OF_ACCOUNT, drawings);
}

/** Draws the picture of a pull. Never call it inside a transaction, because it takes long. */
export async function paintPull(
  context: Context,
  pull: PullRow,
  by: string | null,
  form: PullPicture,
): Promise<Buffer> {
  const { name, game, style, rarity, number, set } = pull;
  const shop = context.settings.now().name;
  const drawing = (await drawingsOf(context, pull.set_id, style)).get(pull.catalogue_id);
  const card = { name, game, style, rarity, number, set, ...drawing };
  const day = dayOfPull(pull.opened_at);
  return writeDrawing(pullArt({ card, packName: pull.pack_name, day, by, shop }, form));
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats the day of a pull in UTC. All viewers get the same picture, so no viewer's time zone is used. */
export function dayOfPull(openedAt: Date): string {
  return DAY.format(openedAt);
}
